import { endpoint } from '../../http/endpoint.ts'
import { makeLink, makerOf } from './command.ts'
import { LinkCreate, NewLinkOut } from './schema.ts'

export const createConsoleLink = endpoint(
  {
    method: 'POST',
    path: '/v2/console-links',
    scope: null,
    tag: 'Sign-in',
    summary: 'Create a sign-in link',
    description:
      "Creates a link that signs one person in, once, without an account or a password. Only this response contains the link. The link gives at most the scopes of the key that creates it. Revoking that key ends the link and the session opened with it. A partner's key creates links for the partner's own people.",
    body: LinkCreate,
    answers: { 201: { description: 'The link', schema: NewLinkOut } },
    errors: ['not_found', 'console_limit_reached'],
  },
  (context, { body, execute }) => execute(() => makeLink(context.service, makerOf(context), context.site().url, body)),
)
