// The session cookie, and the check that a request with it comes from one of Backhaul's pages. A browser sends the cookie no matter which
// site made the request. So every request that is not a read has to show that it comes from one of Backhaul's pages
// (docs/guide/sign-in.md#from-a-page).
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import { type KnownKey, keyTextFits } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { readCredential } from '../storage/secrets.ts'
import { READ, type Site } from './endpoint.ts'
import { header } from './reading.ts'

/** The `__Host-` name needs https. No other site can set a cookie of this name, not even a site on the same domain. */
const COOKIE_NAMES = { https: '__Host-backhaul_session', http: 'backhaul_session' }
/** Pages send this header with every request. A form or an image of another site cannot. */
const PAGE_HEADER = 'x-backhaul-console'
/** The session id that a page means to use. A request without this header uses the first live session. */
const SESSION_HEADER = 'x-backhaul-session'

const nameOf = (site: Site): string => (site.is_https ? COOKIE_NAMES.https : COOKIE_NAMES.http)

/** `Set-Cookie` for a new session. The browser keeps it for `seconds`. */
export const cookieFor = (site: Site, text: string, seconds: number): string =>
  `${nameOf(site)}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${site.is_https ? '; Secure' : ''}`

/** `Set-Cookie` that removes the session cookie. */
export const noCookie = (site: Site): string => cookieFor(site, '', 0)

/**
 * The address at which the client reached the service: the configured address, or else the one in the request. Only a trusted proxy is
 * believed when it says that the request came over https.
 */
export const siteOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): Site => {
  const is_https = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)
  return { is_https, url: publicUrl ?? `${request.protocol}://${request.headers.host}` }
}

/** Whether a request without X-Api-Key comes from a page: it has the session cookie or the page header. */
export const isOfPage = ({ headers }: FastifyRequest): boolean =>
  headers[PAGE_HEADER] !== undefined || (headers.cookie?.includes(COOKIE_NAMES.http) ?? false)

/** The values of all cookies with this name, in the order of the header. */
export const cookiesOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string[] => {
  const values = new Set<string>()
  for (const part of headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (part.slice(0, at).trim() === name) values.add(part.slice(at + 1).trim())
  }
  return [...values]
}

const noSession = (message: string): Refusal => refuse('session_invalid', message)
export const SESSION_ENDED = noSession('This session has ended or never existed; sign in again with a new link.')

/**
 * Returns the first live session among the cookies of the request, in the form of a key. If there is none, returns a refusal. Another site
 * on the same domain can set cookies with the plain name, as many as fit into a header. So all of them are looked up together.
 */
export const findSession = async (service: Service, request: FastifyRequest): Promise<KnownKey | Refusal> => {
  const { environment } = service.config
  const texts = cookiesOf(request, nameOf(siteOf(service.config, request))).filter((text) => text !== '')
  if (texts.length === 0) return noSession('You are not signed in; open a sign-in link.')
  const named = texts.flatMap((text) => {
    const credential = readCredential('session', text)
    return credential ? [{ ...credential, text }] : []
  })
  const own = named.filter((one) => one.environment === environment)
  // Requests that were queued on a device are sent only for the person who confirmed them, not for a person who signed in there later.
  const wanted = header(request, SESSION_HEADER)
  const meant = own.filter(({ id }) => wanted === undefined || id === wanted)
  const sessions = await Promise.all(meant.map(({ id }) => service.keyCache.session(id)))
  for (const [i, session] of sessions.entries()) {
    const { text } = meant[i] as (typeof meant)[number]
    if (session && keyTextFits(session, text)) return session
  }
  const [other] = named
  if (own.length > 0 || !other) return SESSION_ENDED
  return noSession(
    `This session belongs to the ${other.environment} service, but this is the ${environment} service; sign in here with a link for this service.`,
  )
}

/** Null if the URL is not valid. Its host may come from the request, and a client may send any host. */
const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/**
 * Whether an origin belongs to one of Backhaul's pages. An https origin is accepted even if the request seems to have come over http,
 * because the service knows of https only from a trusted proxy or from the configuration.
 */
const isOwnOrigin = (origin: string, { url, is_https }: Site, host: string | undefined): boolean => {
  if (!URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (asked.origin === originOf(url)) return true
  return asked.host === host?.toLowerCase() && (asked.protocol === 'https:' || !is_https)
}

/**
 * Refuses a request that a page of another site may have made. Reads are allowed, because the browser does not show the answer to another
 * site.
 */
export const checkOrigin = (request: FastifyRequest, site: Site): Refusal | null => {
  if (READ.includes(request.method)) return null
  const { headers } = request
  const crossOrigin = (header: string, message: string) => refuse('cross_origin', message, { header })
  const from = headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin')
    return crossOrigin('Sec-Fetch-Site', 'A page of another site made this request; use the pages of this service.')
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, site, headers.host))
    return crossOrigin(
      'Origin',
      `A page that is not from ${originOf(site.url)} made this request; open the pages there, or correct BACKHAUL_PUBLIC_URL.`,
    )
  if (from === undefined && headers.origin === undefined)
    return crossOrigin('Origin', 'The request does not show which page made it; send it from a browser, with Origin or Sec-Fetch-Site.')
  if (headers[PAGE_HEADER] !== '1')
    return crossOrigin('X-Backhaul-Console', 'The header X-Backhaul-Console is missing; pages of this service send it with the value 1.')
  return null
}
