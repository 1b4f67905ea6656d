import type { Socket } from 'node:net'
import { type ConnectFailure, type Dialer, openSocket } from '../address-guard.ts'
import type { HttpExchange } from './exchange.ts'

/** Idle time if the receiver gives no hint. It is short, because the attempt fails if the receiver closes the connection while we write. */
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000
/** We close an idle connection this much earlier than the receiver announces. */
const KEEP_ALIVE_MARGIN_MS = 1000

/** `encoding`: latin1 for pure ASCII, which takes half the time to write. */
export type Request = { text: string; encoding: 'latin1' | 'utf8' }

/** One buffer for all connections: the bytes of a read are consumed before the next read. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

type Start = { connection: Connection; exchange: HttpExchange }

/** Requests that are not started until the event loop has polled the sockets. */
let starts: Start[] = []

/** Starts the request after the event loop has polled all sockets, which happens within the next two turns. */
const afterPolling = (start: Start): void => {
  starts.push(start)
  if (starts.length > 1) return
  setImmediate(() => {
    const looked = starts
    starts = []
    setImmediate(() => {
      for (const { connection, exchange } of looked) connection.go(exchange)
    })
  })
}

/** A connection with one socket, opened for the first request. It carries one request at a time. */
export class Connection {
  /** The webhook and origin that the connection may serve. */
  readonly use: string
  address: string | null = null
  /** The time when an idle connection is closed, on the clock of performance.now(). */
  idle_until_ms = 0
  readonly #url: URL
  readonly #dialer: Dialer
  readonly #onLost: (connection: Connection) => void
  #created_ms = performance.now()
  #socket: Socket | null = null
  #exchange: HttpExchange | null = null
  /** The request to write; null once written. */
  #request: Request | null = null
  #openings = 0
  /** Whether the request of the current exchange was written. */
  #isWritten = false

  /** @param onLost called when the receiver closes the connection while it is idle */
  constructor(url: URL, use: string, dialer: Dialer, onLost: (connection: Connection) => void) {
    this.use = use
    this.#url = url
    this.#dialer = dialer
    this.#onLost = onLost
  }

  /** Whether the whole request has left this process. A receiver that responds earlier may never read the rest. */
  get isFlushed(): boolean {
    return this.#socket?.writableLength === 0
  }

  get age_ms(): number {
    return performance.now() - this.#created_ms
  }

  /**
   * Writes the request once. A new socket is used at once. With an open socket, the event loop first reads what the receiver did since the
   * last response, because the receiver may have closed the connection. In that case nothing was written yet, and a new socket is opened.
   */
  start(exchange: HttpExchange, request: Request): void {
    this.#exchange = exchange
    this.#request = request
    if (this.#socket === null) this.#open()
    else afterPolling({ connection: this, exchange })
  }

  /** Does nothing if the exchange has ended meanwhile. */
  go(exchange: HttpExchange): void {
    if (this.#exchange !== exchange) return
    if (this.#socket === null) this.#open()
    else this.#write()
  }

  /** Leaves the connection open and idle after its exchange has ended. */
  rest(): void {
    const hint_ms = this.#exchange?.response.keep_alive_s
    this.#exchange = null
    this.#isWritten = false
    const idle_ms = hint_ms === null || hint_ms === undefined ? IDLE_MS : Math.min(hint_ms * 1000 - KEEP_ALIVE_MARGIN_MS, MAX_IDLE_MS)
    this.idle_until_ms = performance.now() + idle_ms
  }

  destroy(): void {
    this.#exchange = null
    this.#request = null
    this.#socket?.destroy()
  }

  // These listeners live as long as the socket, so they must not reference the exchange that opened it.
  #open(): void {
    this.#created_ms = performance.now()
    const opening = ++this.#openings
    const onRead = (bytes: number) => this.#read(opened, READ_BUFFER.subarray(0, bytes))
    const opened = openSocket(this.#url, this.#dialer, { buffer: READ_BUFFER, callback: onRead }, (failure, socket) => {
      if (this.#exchange === null || opening !== this.#openings) return
      if (socket === null) {
        const { error_class, message } = failure as ConnectFailure
        this.#exchange.fail(error_class, message)
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

  /** Bytes that belong to no response end the connection, like a close by the receiver. */
  #read(socket: Socket | null, bytes: Buffer): boolean {
    if (this.#isWritten && socket === this.#socket) this.#exchange?.read(bytes)
    else this.#lost(socket, null)
    return true
  }

  #lost(socket: Socket | null, error: Error | null): void {
    if (socket !== this.#socket) return
    if (this.#exchange === null) this.#onLost(this)
    else if (this.#isWritten) this.#exchange.lost(error)
    else {
      this.#socket = null
      this.address = null
      socket?.destroy()
    }
  }
}
