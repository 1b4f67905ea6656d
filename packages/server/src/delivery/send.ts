/**
 * Attempts over HTTP/1.1 (decision 88).
 *
 * Parts: `Sender` keeps connections alive between attempts, `Connection` is at most one guarded socket, `Attempt` (attempt.ts) follows one
 * answer, which answer.ts reads, and ends exactly once.
 * Promise: an attempt ends by its deadline, which runs from the look-up of the name to the last byte of the answer; at most 64 KiB of the
 * answer's body are read and 16 KiB kept; redirects are not followed; a request is written at most once, so a failed write on a reused
 * connection is a failed attempt and never a hidden second request. There is no queue and no limit per origin: an attempt takes an idle
 * connection or opens one, so no receiver waits for another. The caller bounds how many run, up to MAX_IN_FLIGHT.
 * Not promised: HTTP/2; that bytes of a cut answer stop on the wire at once.
 */
import type { Socket } from 'node:net'
import {
  type ConnectFailure,
  checkWebhookUrl,
  type Network,
  openSocket,
  systemNetwork,
  type TargetPolicy,
  type UrlRefusal,
} from './address-guard.ts'
import { Attempt, type AttemptResult, refusedResult } from './attempt.ts'
import { remove } from './queue.ts'

export const DEADLINE_MS = 15_000
/** Attempts that may run at once in one process: what bounds sockets and memory. */
export const MAX_IN_FLIGHT = 1024

const MAX_IDLE = 256
/** Without a hint of the receiver. Short, because a receiver that closes while we write costs a failed attempt. */
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000
/** Sooner than the receiver says that it closes. */
const KEEP_ALIVE_MARGIN_MS = 1000
const SWEEP_MS = 250
/** After this a connection is not used again, so that a changed DNS entry is followed. */
const MAX_CONNECTION_AGE_MS = 60_000
/** URLs whose check is remembered: parsing and judging one costs a tenth of a whole attempt. */
const MAX_TARGETS = 1024

export type SendRequest = {
  url: string
  headers: Record<string, string>
  body: string
  deadline_ms?: number
}

/** `start`: the first lines of each request. */
type Target = { url: URL; origin: string; start: string }

const UNWRITABLE = /[^\t\x20-\x7e]/

/** `encoding`: latin1 for what is ASCII alone, which is written in half the time. */
type Request = { text: string; encoding: 'latin1' | 'utf8' }

/** Throws on a header that cannot be written: ours to mend, not the receiver's. */
function compose({ start }: Target, headers: Record<string, string>, body: string): Request {
  let text = start
  for (const name in headers) {
    const value = headers[name] as string
    if (UNWRITABLE.test(value)) throw new Error(`invalid ${name} header`)
    text += `${name}: ${value}\r\n`
  }
  const length = Buffer.byteLength(body)
  return { text: `${text}content-length: ${length}\r\n\r\n${body}`, encoding: length === body.length ? 'latin1' : 'utf8' }
}

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
  #sweeper: NodeJS.Timeout | null = null
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
   * Sends one POST and tells when it ended, in whatever way, but never before this returns; throws only on a mistake of the caller
   * (contract §12). The URL's rules are applied anew: a webhook may have been registered when private targets were allowed.
   */
  send({ url, headers, body, deadline_ms = DEADLINE_MS }: SendRequest, onEnd: (result: AttemptResult) => void): void {
    if (this.#closed) throw new Error('the sender is closed')
    if (this.#running.length >= MAX_IN_FLIGHT) throw new Error(`more than ${MAX_IN_FLIGHT} attempts in flight`)
    const target = this.#target(url)
    if (typeof target === 'string') {
      queueMicrotask(() => onEnd(refusedResult(target)))
      return
    }
    const request = compose(target, headers, body)
    const connection = this.#take(target)
    const attempt = new Attempt(connection, deadline_ms, (outcome, reusable) => {
      remove(this.#running, attempt)
      this.#release(connection, reusable)
      onEnd(outcome)
    })
    this.#running.push(attempt)
    connection.start(attempt, request)
  }

  /** Ends every running attempt as `aborted` and closes all connections. */
  close(): void {
    this.#closed = true
    if (this.#sweeper) clearTimeout(this.#sweeper)
    for (const attempt of [...this.#running]) attempt.fail('aborted', 'the sender was closed')
    for (const connection of this.#idle_by_age) this.#discard(connection)
  }

  #target(text: string): Target | UrlRefusal {
    const known = this.#targets.get(text)
    if (known !== undefined) return known
    const checked = checkWebhookUrl(text, this.#policy)
    if (!checked.ok) return checked.reason
    const { url } = checked
    const target = {
      url,
      origin: url.origin,
      start: `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`,
    }
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear()
    this.#targets.set(text, target)
    return target
  }

  #take({ url, origin }: Target): Connection {
    const connection = this.#idle.get(origin)?.at(-1)
    if (connection === undefined || connection.idle_until_ms <= performance.now())
      return new Connection(url, this.#network, (lost) => this.#discard(lost))
    this.#forget(connection)
    return connection
  }

  #release(connection: Connection, reusable: boolean): void {
    if (!reusable || this.#closed || !connection.isFlushed || connection.age_ms >= MAX_CONNECTION_AGE_MS) {
      connection.destroy()
      return
    }
    connection.rest()
    const siblings = this.#idle.get(connection.origin) ?? []
    siblings.push(connection)
    this.#idle.set(connection.origin, siblings)
    this.#idle_by_age.add(connection)
    this.#sweeper ??= setTimeout(() => this.#sweep(), SWEEP_MS).unref()
    if (this.#idle_by_age.size <= MAX_IDLE) return
    const [longest_idle] = this.#idle_by_age
    if (longest_idle !== undefined) this.#discard(longest_idle)
  }

  /** Closes what nobody has used for long. */
  #sweep(): void {
    this.#sweeper = null
    const now_ms = performance.now()
    for (const connection of this.#idle_by_age) if (connection.idle_until_ms <= now_ms) this.#discard(connection)
    if (this.#idle_by_age.size > 0) this.#sweeper = setTimeout(() => this.#sweep(), SWEEP_MS).unref()
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

/** Shared by all connections: bytes are read out of it before the next read. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

type Start = { connection: Connection; attempt: Attempt }

/** Those that no look at all sockets has followed yet. */
let starts: Start[] = []

/** Starts after the next look at all sockets, which comes between one turn of the event loop and the second after it. */
const afterLook = (start: Start): void => {
  starts.push(start)
  if (starts.length > 1) return
  setImmediate(() => {
    const looked = starts
    starts = []
    setImmediate(() => {
      for (const { connection, attempt } of looked) connection.go(attempt)
    })
  })
}

/** One socket, opened with the first request, and one request at a time. */
class Connection {
  readonly origin: string
  address: string | null = null
  /** On the clock of performance.now(): closed then, if it is idle. */
  idle_until_ms = 0
  readonly #url: URL
  readonly #network: Network
  readonly #onLost: (connection: Connection) => void
  #created_ms = performance.now()
  #socket: Socket | null = null
  #attempt: Attempt | null = null
  /** Not written yet. */
  #request: Request | null = null
  #openings = 0
  /** The request of the attempt is on its way. */
  #isWritten = false

  /** @param onLost told when the receiver closed the connection while it was idle */
  constructor(url: URL, network: Network, onLost: (connection: Connection) => void) {
    this.origin = url.origin
    this.#url = url
    this.#network = network
    this.#onLost = onLost
  }

  /** The receiver's side has taken the whole request: what answers before that may never read on. */
  get isFlushed(): boolean {
    return this.#socket?.writableLength === 0
  }

  get age_ms(): number {
    return performance.now() - this.#created_ms
  }

  /**
   * Writes the request, once: over the socket that it opens, or over the open one after a look at what the receiver did with that since the
   * last answer. It may have closed it right behind the answer: then nothing was written yet, and another socket serves.
   */
  start(attempt: Attempt, request: Request): void {
    this.#attempt = attempt
    this.#request = request
    if (this.#socket === null) this.#open()
    else afterLook({ connection: this, attempt })
  }

  /** Unless the attempt ended meanwhile. */
  go(attempt: Attempt): void {
    if (this.#attempt !== attempt) return
    if (this.#socket === null) this.#open()
    else this.#write()
  }

  /** The attempt ended and the connection goes on: idle. */
  rest(): void {
    const hint_ms = this.#attempt?.answer.keep_alive_s
    this.#attempt = null
    this.#isWritten = false
    const idle_ms = hint_ms === null || hint_ms === undefined ? IDLE_MS : Math.min(hint_ms * 1000 - KEEP_ALIVE_MARGIN_MS, MAX_IDLE_MS)
    this.idle_until_ms = performance.now() + idle_ms
  }

  destroy(): void {
    this.#attempt = null
    this.#request = null
    this.#socket?.destroy()
  }

  // What listens here lives as long as the socket, so it must not hold on to the attempt that opened it.
  #open(): void {
    this.#created_ms = performance.now()
    const opening = ++this.#openings
    const onRead = (bytes: number) => this.#read(opened, READ_BUFFER.subarray(0, bytes))
    const opened = openSocket(this.#url, this.#network, { buffer: READ_BUFFER, callback: onRead }, (failure, socket) => {
      if (this.#attempt === null || opening !== this.#openings) return
      if (socket === null) {
        const { error_class, message } = failure as ConnectFailure
        this.#attempt.fail(error_class, message)
        return
      }
      this.address = socket.remoteAddress ?? null
      socket.on('error', (error) => this.#lost(socket, error))
      socket.on('end', () => this.#lost(socket, null))
      socket.on('close', () => this.#lost(socket, null))
      this.#write()
    })
    this.#socket = opened
  }

  #write(): void {
    const { text, encoding } = this.#request as Request
    this.#request = null
    this.#isWritten = true
    this.#socket?.write(text, encoding)
  }

  /** Bytes that answer nothing make a connection as useless as its end does. */
  #read(socket: Socket | null, bytes: Buffer): boolean {
    if (this.#isWritten && socket === this.#socket) this.#attempt?.read(bytes)
    else this.#lost(socket, null)
    return true
  }

  #lost(socket: Socket | null, error: Error | null): void {
    if (socket !== this.#socket) return
    if (this.#attempt === null) this.#onLost(this)
    else if (this.#isWritten) this.#attempt.lost(error)
    else {
      this.#socket = null
      this.address = null
      socket?.destroy()
    }
  }
}
