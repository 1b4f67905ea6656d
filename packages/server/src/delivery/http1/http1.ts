/**
 * The HTTP client of webhooks. The rest of the program uses only `createSender` of this folder (ADR 17).
 *
 * Parts: sender.ts keeps connections alive between attempts. connection.ts holds at most one guarded socket. exchange.ts follows one
 * attempt and ends exactly once. response-parser.ts reads the bytes of the response. result.ts determines the result of the attempt.
 *
 * Promise: an attempt ends by its deadline, which covers everything from the DNS query to the last byte of the response. At most 64 KiB of
 * the body are read and 16 KiB kept. Redirects are not followed. A request is written at most once, so a failed write on a reused
 * connection is a failed attempt, never a hidden second request. There is no queue and no limit per origin: an attempt takes an idle
 * connection or opens one, so no receiver waits for another. The caller limits how many attempts run, up to MAX_IN_FLIGHT.
 *
 * Not promised: HTTP/2; that a receiver stops sending at once when we stop reading its response.
 *
 * To replace it with undici: bring bench/undici-sender.mjs, a `Sender` with one undici `Client` per connection, into this folder and let
 * `createSender` return it. Move undici from the development dependencies to those of the server. Delete the other files here except
 * result.ts, and their tests. undici-sender.mjs then keeps the promise: undici's own timeouts stay off, because they restart with each
 * phase, and sockets still come from `openSocket` (address-guard.ts). `npm run bench -- --only clients` measures the cost of this change.
 */
import { type Dialer, systemDialer, type TargetPolicy } from '../address-guard.ts'
import { Http1Sender } from './sender.ts'

/** Limits on sockets and memory: concurrent attempts of one process, and idle connections kept for later attempts. */
export { MAX_IDLE, MAX_IN_FLIGHT } from './sender.ts'

export type SendRequest = {
  url: string
  headers: Record<string, string>
  body: string
  deadline_ms?: number
  /**
   * The webhook of the attempt. The attempt may reuse only idle connections of this webhook, and only this webhook may later reuse the
   * connection of the attempt. This separates webhooks at the same origin.
   */
  webhook?: string
}

/**
 * Reasons why an attempt failed.
 * `address_not_allowed`: the URL is not an allowed target. `dns`, `connect`, `tls`: no connection was made; `dns` also when the name has an
 * address that is not an allowed target.
 * `timeout`: the deadline passed. `reset`: the receiver closed before its response was complete. `protocol`: the response is not HTTP/1.1.
 * `redirect`: 3xx. `http_status`: any other status than 2xx. `aborted`: the sender was closed, which says nothing about the receiver.
 */
export type ErrorClass =
  | 'address_not_allowed'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'redirect'
  | 'http_status'
  | 'aborted'

export type AttemptResult = {
  /** Whether the status is 2xx and, before the deadline, the response was complete or 64 KiB of it were read. */
  ok: boolean
  /** HTTP status of the response, even if the response failed after its headers. */
  status: number | null
  duration_ms: number
  /** The peer's address. Null if no connection was made. */
  address: string | null
  error_class: ErrorClass | null
  error_message: string | null
  /** Number of body bytes that were read. */
  body_bytes: number
  /** First 16 KiB of the body as UTF-8 that a PostgreSQL text can hold. Null without a response. */
  body_kept: string | null
  retry_after_s: number | null
}

export interface Sender {
  /** Number of attempts under way. */
  readonly in_flight: number
  /** Number of connections kept for later attempts. */
  readonly idle_connections: number
  /**
   * Sends one POST and calls `onEnd` when the attempt has ended in any way, but never before `send` returns. Throws only on a mistake of
   * the caller. docs/guide/webhooks.md#what-to-answer says what ends an attempt.
   */
  send(request: SendRequest, onEnd: (result: AttemptResult) => void): void
  /** Ends every running attempt as `aborted` and closes all connections. */
  close(): void
}

/** @param dialer replaces parts of the real dialer in tests */
export function createSender(policy: TargetPolicy, dialer: Partial<Dialer> = {}): Sender {
  return new Http1Sender(policy, { ...systemDialer(policy), ...dialer })
}
