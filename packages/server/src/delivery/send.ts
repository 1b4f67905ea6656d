/**
 * One attempt of a delivery over HTTP/1.1.
 *
 * Parts: `Sender` keeps connections alive between attempts, `Connection` is one undici client over at most one guarded socket, `Attempt`
 * follows one answer and ends exactly once.
 * Promise: an attempt ends by its deadline, which runs from the look-up of the name to the last byte of the answer; at most 64 KiB of the
 * answer's body are read and 16 KiB kept; redirects are not followed; a request is written at most once, so a failed write on a reused
 * connection is a failed attempt and never a hidden second request. There is no queue and no limit per origin: an attempt takes an idle
 * connection or opens one, so no receiver waits for another. The caller bounds how many run, up to MAX_IN_FLIGHT.
 * Not promised: HTTP/2; that bytes of a cut answer stop on the wire at once.
 */
import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { Client, type Dispatcher } from 'undici'
import {
  ConnectFailure,
  checkWebhookUrl,
  type Network,
  openSocket,
  systemNetwork,
  type TargetPolicy,
  type UrlRefusal,
} from './address-guard.ts'
import { remove } from './queue.ts'
import { parseRetryAfter } from './schedule.ts'

export const DEADLINE_MS = 15_000
/** Attempts that may run at once in one process: what bounds sockets and memory. */
export const MAX_IN_FLIGHT = 1024
export const MAX_BODY_READ_BYTES = 64 * 1024
export const MAX_BODY_KEPT_BYTES = 16 * 1024

const MAX_IDLE = 256
/** Of all that comes over the wire in one attempt: 64 KiB in chunks of one byte, with headers to spare. */
const MAX_ANSWER_BYTES = 512 * 1024
/** Without a hint of the receiver. Short, because a receiver that closes while we write costs a failed attempt. */
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000
/** After this a connection is not used again, so that a changed DNS entry is followed. */
const MAX_CONNECTION_AGE_MS = 60_000
/** URLs whose check is remembered: parsing and judging one costs a tenth of a whole attempt. */
const MAX_TARGETS = 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL_ANSWERS = 16
const MAX_ERROR_CHARACTERS = 300

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

export type SendRequest = {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  deadline_ms?: number
}

type Target = { url: URL; origin: string; path: string }

/** @param network replaces parts of the real network in tests */
export function createSender(policy: TargetPolicy, network: Partial<Network> = {}): Sender {
  return new Sender(policy, { ...systemNetwork(policy), ...network })
}

export class Sender {
  readonly #policy: TargetPolicy
  readonly #network: Network
  /** Idle connections by origin; the last one used is the next one taken. */
  readonly #idle = new Map<string, Connection[]>()
  /** The same connections, longest idle first. */
  readonly #idle_by_age = new Set<Connection>()
  readonly #running: Attempt[] = []
  readonly #targets = new Map<string, Target>()
  #closed = false

  constructor(policy: TargetPolicy, network: Network) {
    this.#policy = policy
    this.#network = network
  }

  get in_flight(): number {
    return this.#running.length
  }

  get idle_connections(): number {
    return this.#idle_by_age.size
  }

  /**
   * Sends one POST and resolves when it ended, in whatever way; rejects only on a mistake of the caller (contract §12).
   * The URL's rules are applied anew: a webhook may have been registered when private targets were allowed.
   */
  send({ url, headers, body, deadline_ms = DEADLINE_MS }: SendRequest): Promise<AttemptResult> {
    if (this.#closed) throw new Error('the sender is closed')
    if (this.#running.length >= MAX_IN_FLIGHT) throw new Error(`more than ${MAX_IN_FLIGHT} attempts in flight`)
    const target = this.#target(url)
    if (typeof target === 'string') return Promise.resolve(refusedResult(target))
    const connection = this.#take(target)
    return new Promise((resolve, reject) => {
      const attempt = new Attempt(connection, deadline_ms, (outcome, reusable) => {
        remove(this.#running, attempt)
        this.#release(connection, reusable)
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      })
      this.#running.push(attempt)
      connection.start({ path: target.path, method: 'POST', headers, body }, attempt)
    })
  }

  /** Ends every running attempt as `aborted` and closes all connections. */
  close(): void {
    this.#closed = true
    for (const attempt of [...this.#running]) attempt.fail('aborted', 'the sender was closed')
    for (const connection of this.#idle_by_age) this.#discard(connection)
  }

  #target(text: string): Target | UrlRefusal {
    const known = this.#targets.get(text)
    if (known !== undefined) return known
    const checked = checkWebhookUrl(text, this.#policy)
    if (!checked.ok) return checked.reason
    const { url } = checked
    const target = { url, origin: url.origin, path: url.pathname + url.search }
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear()
    this.#targets.set(text, target)
    return target
  }

  #take({ url, origin }: Target): Connection {
    const connection = this.#idle.get(origin)?.at(-1)
    if (connection === undefined) return new Connection(url, this.#network, (lost) => this.#discard(lost))
    this.#forget(connection)
    return connection
  }

  #release(connection: Connection, reusable: boolean): void {
    if (!reusable || this.#closed || connection.age_ms >= MAX_CONNECTION_AGE_MS) {
      connection.destroy()
      return
    }
    const siblings = this.#idle.get(connection.origin) ?? []
    siblings.push(connection)
    this.#idle.set(connection.origin, siblings)
    this.#idle_by_age.add(connection)
    if (this.#idle_by_age.size <= MAX_IDLE) return
    const [longest_idle] = this.#idle_by_age
    if (longest_idle !== undefined) this.#discard(longest_idle)
  }

  #discard(connection: Connection): void {
    if (this.#forget(connection)) connection.destroy()
  }

  /** @returns whether it was idle */
  #forget(connection: Connection): boolean {
    if (!this.#idle_by_age.delete(connection)) return false
    const siblings = this.#idle.get(connection.origin) ?? []
    siblings.splice(siblings.lastIndexOf(connection), 1)
    if (siblings.length === 0) this.#idle.delete(connection.origin)
    return true
  }
}

/** One undici client with one socket at a time and one request at a time. */
class Connection {
  readonly origin: string
  address: string | null = null
  readonly #client: Client
  readonly #created_ms = performance.now()
  #socket: Socket | null = null
  #attempt: Attempt | null = null
  /** Bytes that had come over the socket before the running attempt. */
  #bytes_before = 0

  /** @param onLost told when the receiver closed the connection, or it was idle for too long */
  constructor(url: URL, network: Network, onLost: (connection: Connection) => void) {
    this.origin = url.origin
    this.#client = new Client(url.origin, {
      connect: (_target, done) => {
        this.#socket = openSocket(url, network, (failure, socket) => {
          if (socket === null) return done(failure as ConnectFailure, null)
          this.address = socket.remoteAddress ?? null
          this.#bytes_before = 0
          socket.on('readable', () => this.#limitBytes(socket))
          done(null, socket)
        })
      },
      // The deadline of the attempt rules; undici's limits start anew with every phase and every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      pipelining: 1,
    })
    this.#client.on('disconnect', () => onLost(this))
  }

  get age_ms(): number {
    return performance.now() - this.#created_ms
  }

  start(request: Dispatcher.DispatchOptions, attempt: Attempt): void {
    this.#attempt = attempt
    this.#bytes_before = this.#socket?.bytesRead ?? 0
    this.#client.dispatch(request, attempt)
  }

  /** Before undici parses: framing without end (a status line, chunk extensions) reaches no callback of the attempt. */
  #limitBytes(socket: Socket): void {
    if (socket.bytesRead - this.#bytes_before > MAX_ANSWER_BYTES) this.#attempt?.fail('protocol', 'the answer is mostly framing')
  }

  /** The client too: it would connect anew for a request that is not written yet. */
  destroy(): void {
    this.#socket?.destroy()
    this.#client.destroy(() => {})
  }
}

type Settle = (outcome: AttemptResult | Error, reusable: boolean) => void

class Attempt implements Dispatcher.DispatchHandler {
  readonly #connection: Connection
  readonly #settle: Settle
  readonly #started_ms = performance.now()
  readonly #deadline: NodeJS.Timeout
  #settled = false
  #informational_answers = 0
  #status: number | null = null
  #retry_after: string | undefined
  #reusable = true
  #body_bytes = 0
  #kept: Buffer = EMPTY
  #kept_bytes = 0

  constructor(connection: Connection, deadline_ms: number, settle: Settle) {
    this.#connection = connection
    this.#settle = settle
    this.#deadline = setTimeout(failByDeadline, deadline_ms, this, deadline_ms)
  }

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) {
      this.#informational_answers++
      if (this.#informational_answers > MAX_INFORMATIONAL_ANSWERS) controller.abort(new Error('too many informational answers'))
      return
    }
    this.#status = status
    this.#retry_after = firstValue(headers['retry-after'])
    this.#reusable = firstValue(headers.connection)?.toLowerCase() !== 'close'
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    this.#keep(chunk)
    this.#body_bytes += chunk.length
    // An answer this long is judged by its status; the rest would only cost time.
    if (this.#body_bytes > MAX_BODY_READ_BYTES) this.#finish(null, null, false)
  }

  onResponseEnd(): void {
    this.#finish(null, null, this.#reusable)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: NodeJS.ErrnoException): void {
    if (this.#settled) return
    // Headers or a body that undici will not write: ours to mend, not the receiver's.
    if (error.code === 'UND_ERR_INVALID_ARG') this.#end(error, false)
    else this.fail(classify(error), error.message)
  }

  fail(error_class: ErrorClass, message: string): void {
    this.#finish(error_class, message.slice(0, MAX_ERROR_CHARACTERS), false)
  }

  #finish(error_class: ErrorClass | null, message: string | null, reusable: boolean): void {
    if (this.#settled) return
    const status = this.#status
    const failed_by_status = status === null || (status >= 200 && status < 300) ? null : status < 400 ? 'redirect' : 'http_status'
    const verdict = error_class ?? failed_by_status
    this.#end(
      {
        ok: verdict === null,
        status,
        duration_ms: performance.now() - this.#started_ms,
        address: this.#connection.address,
        error_class: verdict,
        error_message: message ?? (verdict === null ? null : `the receiver answered ${status}`),
        body_kept: status === null ? null : storableText(this.#kept.subarray(0, this.#kept_bytes)),
        retry_after_s: verdict === null ? null : parseRetryAfter(this.#retry_after, Date.now()),
      },
      reusable,
    )
  }

  #end(outcome: AttemptResult | Error, reusable: boolean): void {
    this.#settled = true
    clearTimeout(this.#deadline)
    this.#settle(outcome, reusable)
  }

  /** One chunk is the common case and is not copied; many are gathered, as a receiver may send each byte by itself. */
  #keep(chunk: Buffer): void {
    const wanted = chunk.subarray(0, MAX_BODY_KEPT_BYTES - this.#kept_bytes)
    if (wanted.length === 0) return
    if (this.#kept_bytes === 0) {
      this.#kept = wanted
    } else {
      if (this.#kept.length < MAX_BODY_KEPT_BYTES) this.#kept = gathered(this.#kept)
      wanted.copy(this.#kept, this.#kept_bytes)
    }
    this.#kept_bytes += wanted.length
  }
}

const EMPTY = Buffer.alloc(0)

function gathered(first: Buffer): Buffer {
  const room = Buffer.alloc(MAX_BODY_KEPT_BYTES)
  first.copy(room)
  return room
}

function failByDeadline(attempt: Attempt, deadline_ms: number): void {
  attempt.fail('timeout', `not answered completely within ${deadline_ms} ms`)
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Failures after the connection stood. Everything that is not the transport giving way is an answer that cannot be read. */
function classify(error: NodeJS.ErrnoException): ErrorClass {
  if (error instanceof ConnectFailure) return error.error_class
  if (error.code === undefined) return 'protocol'
  if (RESET_CODES.has(error.code)) return 'reset'
  // undici uses one code for a lost connection and for an answer that makes no sense.
  return error.code === 'UND_ERR_SOCKET' && /closed/.test(error.message) ? 'reset' : 'protocol'
}

/** Text of at most 16 KiB without the NUL that PostgreSQL refuses, and without half a character at the cut. */
function storableText(bytes: Buffer): string {
  const text = new StringDecoder('utf8').write(bytes).replaceAll('\0', '\ufffd')
  const encoded = Buffer.from(text)
  return encoded.length <= MAX_BODY_KEPT_BYTES ? text : new StringDecoder('utf8').write(encoded.subarray(0, MAX_BODY_KEPT_BYTES))
}

function refusedResult(reason: UrlRefusal): AttemptResult {
  return {
    ok: false,
    status: null,
    duration_ms: 0,
    address: null,
    error_class: 'address_not_allowed',
    error_message: `the URL is not an allowed webhook target (${reason})`,
    body_kept: null,
    retry_after_s: null,
  }
}
