import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { cookieFor } from '../../http/session-cookie.ts'
import { linkOfToken, openLink, whyAnother } from './command.ts'
import { SessionDetailOut, SessionOpen } from './schema.ts'

const LIMIT_BYTES = 4096

export const openConsoleSession = endpoint(
  {
    method: 'POST',
    path: '/v2/console-sessions',
    auth: 'page',
    scope: null,
    tag: 'Sign-in',
    summary: 'Open a sign-in link',
    description:
      'Opens a sign-in link; the page `/sign-in` sends this request. Opening uses up the link and sets the cookie of a new session, even if the browser already has a session. If `session_id` names a session of another person or partner, the request is refused and the link is not used up. Reading with GET or HEAD does not use up a link.',
    body: SessionOpen,
    body_limit: LIMIT_BYTES,
    answers: { 201: { description: 'The session, with its cookie in `Set-Cookie`', schema: SessionDetailOut } },
    errors: ['not_found', 'wrong_environment', 'link_not_usable', 'link_of_another', 'console_limit_reached'],
  },
  async ({ service, site }, { body, execute }) => {
    const link = await linkOfToken(service, body.token)
    if (isRefusal(link)) return link
    const other = body.session_id === undefined ? null : await whyAnother(service, link, body.session_id)
    if (other) return other
    return execute(() => openLink(service, link.id, (text, seconds) => cookieFor(site(), text, seconds)))
  },
)
