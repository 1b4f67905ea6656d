// The cookie of a session, and whether a request that carries it comes from a page of ours. A browser sends a cookie whoever made the
// request, so everything but reading has to show that it was such a page (docs/guide/sign-in.md#from-a-page).
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import { type KnownKey, keyTextFits } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { readCredential } from '../storage/secrets.ts'
import { READ, type Site } from './endpoint.ts'
import { header } from './reading.ts'

/** No other site, not even one of the same domain, can set a cookie of the first name; it needs https. */
const COOKIE_NAMES = { https: '__Host-backhaul_session', http: 'backhaul_session' }
/** What pages send with every request: a form or an image of another site cannot. */
const PAGE_HEADER = 'x-backhaul-console'
/** The id of the session that a page means to use; a request without it uses whichever there is. */
const SESSION_HEADER = 'x-backhaul-session'

const nameOf = (site: Site): string => (site.is_https ? COOKIE_NAMES.https : COOKIE_NAMES.http)

/** `Set-Cookie` of a new session; `seconds`: how long the browser keeps it. */
export const cookieFor = (site: Site, text: string, seconds: number): string =>
  `${nameOf(site)}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${site.is_https ? '; Secure' : ''}`

/** `Set-Cookie` that takes it away again. */
export const noCookie = (site: Site): string => cookieFor(site, '', 0)

/** Where the client found the service: as it is configured, else as the request says. Only a trusted proxy is believed that it was https. */
export const siteOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): Site => {
  const is_https = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)
  return { is_https, url: publicUrl ?? `${request.protocol}://${request.headers.host}` }
}

/** Whether a request without X-Api-Key is one of a page: it carries our cookie or says so. */
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
export const SESSION_ENDED = noSession('This session ended or was never one; sign in again with a new link.')

/**
 * The first live session among the cookies of the request, as the key that it stands for, or a refusal. Another site of the same domain can set
 * cookies of the plain name, so one header may carry as many as fit: they are looked up together.
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
  // Requests that waited on a device are sent only for the person who confirmed them, not for a person who signed in there later.
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
    `This session belongs to the ${other.environment} service and this is the ${environment} one; sign in here with a link of its own.`,
  )
}

/** A client may call the service by whatever name. */
const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** The origins that pages of ours have. Whether the request came by https is only known behind a proxy that is trusted, or as configured. */
const isOwnOrigin = (origin: string, { url, is_https }: Site, host: string | undefined): boolean => {
  if (!URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (asked.origin === originOf(url)) return true
  return asked.host === host?.toLowerCase() && (asked.protocol === 'https:' || !is_https)
}

/** Refuses what may have been made by a page of another site. Reading is left to the browser, which shows no other site the answer. */
export const checkOrigin = (request: FastifyRequest, site: Site): Refusal | null => {
  if (READ.includes(request.method)) return null
  const { headers } = request
  const crossOrigin = (header: string, message: string) => refuse('cross_origin', message, { header })
  const from = headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin')
    return crossOrigin('Sec-Fetch-Site', 'This request was made by a page of another site; use the pages of this service.')
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, site, headers.host))
    return crossOrigin(
      'Origin',
      `This request was made by a page of another origin than ${originOf(site.url)}; open the pages there, or correct BACKHAUL_PUBLIC_URL.`,
    )
  if (from === undefined && headers.origin === undefined)
    return crossOrigin('Origin', 'The request does not say which page made it; send it by a browser, with Origin or Sec-Fetch-Site.')
  if (headers[PAGE_HEADER] !== '1')
    return crossOrigin('X-Backhaul-Console', 'The header X-Backhaul-Console is missing; pages of this service send it with the value 1.')
  return null
}
