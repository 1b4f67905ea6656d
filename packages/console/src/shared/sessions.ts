// The session of this browser, and the start page of each access.
import type { ConsoleLinkCreate, ConsoleSessionDetail } from '@backhaul/client'
import { request } from './api.ts'

/** A newer service may know other accesses. */
type Access = ConsoleLinkCreate['access']

const ACCESS_WORDS: Record<Access, string> = {
  operator: 'operator: everything',
  support: 'support: reads everything, resolves claims and disputes, holds and releases shipments',
  partner: 'partner: everything that the partner may do',
  'partner-viewer': 'partner, read only',
  counter: 'counter of one store',
  handler: 'handler: collects, sorts and injects',
}

export const accessWords = (access: string): string => (ACCESS_WORDS as Record<string, string>)[access] ?? access

/**
 * Opens a session with a link's token, which can be used only once. The answer sets the cookie, which scripts cannot read. `session_id` is
 * the current session: the service does not replace it with the session of another person.
 */
export const openSession = (token: string, session_id?: string): Promise<ConsoleSessionDetail> =>
  request('POST', '/v2/console-sessions', { body: { token, ...(session_id && { session_id }) } })

export const OWN_SESSION: `/v2/console-sessions/${string}` = '/v2/console-sessions/current'

export const readSession = (signal?: AbortSignal): Promise<ConsoleSessionDetail> => request('GET', OWN_SESSION, signal ? { signal } : {})

/** Returns the start page of this access. Only fixed pages are possible, so a link or an address cannot redirect elsewhere. */
export const homeOf = (access: string): string => (access === 'counter' || access === 'handler' ? '/counter/' : '/console')

const PAGE = /^\/console(\/[\w-]+)*$/

/** Returns the first page of this session: the page named in its link, which the service has checked, or the start page. */
export const beginOf = ({ access, path }: ConsoleSessionDetail): string => (path !== null && PAGE.test(path) ? path : homeOf(access))
