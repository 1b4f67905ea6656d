import { endpoint } from '../../http/endpoint.ts'
import { makeLink, makerOf } from './command.ts'
import { LinkCreate, NewLinkOut } from './schema.ts'

export const createConsoleLink = endpoint(
  {
    method: 'POST',
    path: '/v2/console-links',
    scope: null,
    tag: 'Sign-in',
    summary: 'Make a sign-in link',
    description:
      "Lets one person in, once, without an account or a password. Only this answer contains the link. It gives at most the scopes of the key that makes it, and revoking that key ends it and the session that it became. A partner's key makes links for its own people.",
    body: LinkCreate,
    answers: { 201: { description: 'The link', schema: NewLinkOut } },
    errors: ['not_found', 'console_limit_reached'],
  },
  (context, { body, execute }) => execute(() => makeLink(context.service, makerOf(context), context.site().url, body)),
)
