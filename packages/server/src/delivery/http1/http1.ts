/**
 * The HTTP client of webhooks: `createSender` is all that the rest of the program knows of this folder (decisions 88 and 128).
 *
 * Parts: sender.ts keeps connections alive between attempts, connection.ts is at most one guarded socket, exchange.ts follows one attempt
 * and ends exactly once, response-parser.ts reads the bytes of its answer.
 * Promise: an attempt ends by its deadline, which runs from the look-up of the name to the last byte of the answer; at most 64 KiB of the
 * answer's body are read and 16 KiB kept; redirects are not followed; a request is written at most once, so a failed write on a reused
 * connection is a failed attempt and never a hidden second request. There is no queue and no limit per origin: an attempt takes an idle
 * connection or opens one, so no receiver waits for another. The caller bounds how many run, up to MAX_IN_FLIGHT.
 * Not promised: HTTP/2; that bytes of a cut answer stop on the wire at once.
 *
 * To replace it by undici: write a `Sender` over one undici `Client` per connection, as bench/undici-sender.mjs does, let `createSender`
 * return that, move undici from the development dependencies to the server's, and delete the other files here but retry-after.ts. Everything in the promise
 * is then kept by that one file: undici's own time-outs are off, as they start anew with each phase; sockets come from `openSocket`
 * (address-guard.ts), which stays; what the tests of this folder's inner files check is undici's to keep. `npm run bench -- --only clients`
 * says what it would cost.
 */
import { type Dialer, systemDialer, type TargetPolicy } from '../address-guard.ts'
import { Http1Sender } from './sender.ts'

/** Attempts that may run at once in one process: what bounds sockets and memory. */
export { MAX_IN_FLIGHT } from './sender.ts'

export type SendRequest = {
  url: string
  headers: Record<string, string>
  body: string
  deadline_ms?: number
}

/**
 * Why an attempt failed.
 * `address_not_allowed` the URL, or an address of its host, is not an allowed target; `dns`, `connect`, `tls` no connection came about;
 * `timeout` the deadline passed; `reset` the receiver closed before its answer was complete; `protocol` the answer is not HTTP/1.1;
 * `redirect` 3xx; `http_status` any other status than 2xx; `aborted` the sender was closed, which says nothing about the receiver.
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
  /** A 2xx status, and its answer complete, or cut by us after 64 KiB, before the deadline. */
  ok: boolean
  /** Also set when the answer failed after its headers. */
  status: number | null
  duration_ms: number
  /** Peer of the connection, null when none came about. */
  address: string | null
  error_class: ErrorClass | null
  error_message: string | null
  /** First 16 KiB of the answer's body as UTF-8 that PostgreSQL text can hold; null without an answer. */
  body_kept: string | null
  retry_after_s: number | null
}

export interface Sender {
  /** Attempts under way. */
  readonly in_flight: number
  /** Connections kept for the attempts to come. */
  readonly idle_connections: number
  /**
   * Sends one POST and tells when it ended, in whatever way, but never before this returns; throws only on a mistake of the caller
   * (contract §12).
   */
  send(request: SendRequest, onEnd: (result: AttemptResult) => void): void
  /** Ends every running attempt as `aborted` and closes all connections. */
  close(): void
}

/** @param dialer replaces parts of the real one in tests */
export function createSender(policy: TargetPolicy, dialer: Partial<Dialer> = {}): Sender {
  return new Http1Sender(policy, { ...systemDialer(policy), ...dialer })
}
