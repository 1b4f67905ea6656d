// Who is signed in, and where each access begins.
import type { ConsoleLinkCreate, ConsoleSessionDetail } from '@backhaul/client'
import { request } from './api.ts'

/** A newer service may know others. */
type Access = ConsoleLinkCreate['access']

const ACCESS_WORDS: Record<Access, string> = {
  operator: 'operator: everything',
  support: 'support: reads everything, resolves claims and disputes, holds and releases',
  partner: 'partner: all that the partner may do',
  'partner-viewer': 'partner, reading only',
  counter: 'counter of one store',
  handler: 'handler: collects, sorts and injects',
}

export const accessWords = (access: string): string => (ACCESS_WORDS as Record<string, string>)[access] ?? access

/**
 * Opens a session with a link's token, which is used up by that. The cookie comes with the answer; no script ever sees it. `session_id`: the
 * session that there is, in whose place none of another person is put.
 */
export const openSession = (token: string, session_id?: string): Promise<ConsoleSessionDetail> =>
  request('POST', '/v2/console-sessions', { body: { token, ...(session_id && { session_id }) } })

/** The session of this browser. */
export const OWN_SESSION: `/v2/console-sessions/${string}` = '/v2/console-sessions/current'

export const readSession = (signal?: AbortSignal): Promise<ConsoleSessionDetail> => request('GET', OWN_SESSION, signal ? { signal } : {})

/** The page where somebody with this access begins. Known places only: nothing that comes with a link or an address leads anywhere else. */
export const homeOf = (access: string): string => (access === 'counter' || access === 'handler' ? '/counter/' : '/console')

const PAGE = /^\/console(\/[\w-]+)*$/

/** Where this session begins: at the page that its link named, which the service has checked, or at home. */
export const beginOf = ({ access, path }: ConsoleSessionDetail): string => (path !== null && PAGE.test(path) ? path : homeOf(access))
