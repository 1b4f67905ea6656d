// Who is signed in, and where each access begins.
import { request } from './api.ts'

export type Access = 'operator' | 'support' | 'partner' | 'partner-viewer' | 'counter' | 'handler'

export interface Session {
  id: string
  name: string
  email: string
  access: Access
  scopes: string[]
  store_id: string | null
  partner_id: string | null
  environment: 'sandbox' | 'production'
  server_time: string
  created_at: string
  last_used_at: string | null
  expires_at: string
}

export const ACCESS_WORDS: Record<Access, string> = {
  operator: 'operator: everything',
  support: 'support: reads everything, resolves claims and disputes, holds and releases',
  partner: 'partner: all that the partner may do',
  'partner-viewer': 'partner, reading only',
  counter: 'counter of one store',
  handler: 'handler: collects, sorts and injects',
}

/** Opens a session with a link's token, which is used up by that. The cookie comes with the answer; no script ever sees it. */
export const openSession = (token: string): Promise<Session> => request<Session>('POST', '/v2/console-sessions', { body: { token } })

export const readSession = (signal?: AbortSignal): Promise<Session> =>
  request<Session>('GET', '/v2/console-sessions/current', signal ? { signal } : {})

/** The page where somebody with this access begins. Known places only: nothing that comes with a link or an address leads anywhere else. */
export const homeOf = (access: string): string => (access === 'counter' || access === 'handler' ? '/counter/' : '/console')
