import type { Socket } from 'node:net'
import { type ConnectFailure, type Dialer, openSocket } from '../address-guard.ts'
import type { HttpExchange } from './exchange.ts'

/** Without a hint of the receiver. Short, because a receiver that closes while we write costs a failed attempt. */
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000
/** Sooner than the receiver says that it closes. */
const KEEP_ALIVE_MARGIN_MS = 1000

/** `encoding`: latin1 for what is ASCII alone, which is written in half the time. */
export type Request = { text: string; encoding: 'latin1' | 'utf8' }

/** Shared by all connections: bytes are read out of it before the next read. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

type Start = { connection: Connection; exchange: HttpExchange }

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
      for (const { connection, exchange } of looked) connection.go(exchange)
    })
  })
}

/** One socket, opened with the first request, and one request at a time. */
export class Connection {
  readonly origin: string
  address: string | null = null
  /** On the clock of performance.now(): closed then, if it is idle. */
  idle_until_ms = 0
  readonly #url: URL
  readonly #dialer: Dialer
  readonly #onLost: (connection: Connection) => void
  #created_ms = performance.now()
  #socket: Socket | null = null
  #exchange: HttpExchange | null = null
  /** Not written yet. */
  #request: Request | null = null
  #openings = 0
  /** The request of the attempt is on its way. */
  #isWritten = false

  /** @param onLost told when the receiver closed the connection while it was idle */
  constructor(url: URL, dialer: Dialer, onLost: (connection: Connection) => void) {
    this.origin = url.origin
    this.#url = url
    this.#dialer = dialer
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
  start(exchange: HttpExchange, request: Request): void {
    this.#exchange = exchange
    this.#request = request
    if (this.#socket === null) this.#open()
    else afterLook({ connection: this, exchange })
  }

  /** Unless the attempt ended meanwhile. */
  go(exchange: HttpExchange): void {
    if (this.#exchange !== exchange) return
    if (this.#socket === null) this.#open()
    else this.#write()
  }

  /** The attempt ended and the connection goes on: idle. */
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

  // What listens here lives as long as the socket, so it must not hold on to the attempt that opened it.
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

  /** Bytes that answer nothing make a connection as useless as its end does. */
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
