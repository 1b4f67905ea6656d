// Limits for a connection: the number of connections, the time for each part of a request and its answer, and the amount that may wait in
// it. Also answers connections that send no valid HTTP.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, errorBody } from '@backhaul/core/errors.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyInstance } from 'fastify'
import { newId } from '../process/ids.ts'
import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { type AdmissionLimits, admitConnections, type OnRefused } from './admission.ts'
import { AnonymousLimits } from './anonymous-limits.ts'
import { unread } from './unread.ts'

/** Time from the connection, or from the end of the previous request, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 20_000
/** Time to the last byte of the body. */
const REQUEST_TIMEOUT_MS = 60_000
/** A connection is cut after this time without a byte in either direction, for example because the client does not read its answer. */
const SILENCE_TIMEOUT_MS = 90_000
/**
 * Answers of at least this size stay in memory until they are read. Clients must read them at 16 KiB a second or faster. The silence limit
 * is not enough, because a client that reads byte by byte is never silent.
 */
export const LONG_ANSWER_BYTES = 64 * 1024
const READING_WINDOW_MS = 20_000
const MIN_READ_BYTES = 20 * 16 * 1024
/**
 * Limit on requests that wait behind an unanswered one (pipelining). Each request occupies memory, and 64 KiB of input can contain two
 * thousand requests.
 */
const MAX_UNANSWERED_OF_CONNECTION = 200
const MAX_QUEUED = 10_000
/** Limit on unanswered requests: MAX_QUEUED, plus one for each connection. */
const MAX_REQUESTS = 20_000
const CHECK_EVERY_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 50
/** Time for current requests when the server is told to close. Container runtimes kill the process after 10 s. */
const CLOSE_PATIENCE_MS = 8_000
/**
 * The rest of an unwanted body is read for this long. Closing a socket with unread bytes resets it, and the client may never see the
 * answer.
 */
const UNWANTED_BODY_MS = 5_000
/**
 * Time for the client to read the reason before we close the socket. We have to close it, because the client may keep its side open, and
 * Node no longer tracks this socket.
 */
const FAREWELL_MS = 1_000

/**
 * The state of one connection. It ends with the socket. If the socket closes while an answer is queued behind an unfinished one, Node emits
 * no `close` on the queued answer. So nothing here may rely on the `close` of an answer alone.
 */
export class Connection {
  static readonly #of = new WeakMap<Socket, Connection>()
  static #queued = 0
  static #begun = 0
  readonly #socket: Socket
  #unanswered = 0
  #last: IncomingMessage | null = null
  /** Long answers that wait to be read, each with its function to call at the end. */
  readonly #unread = new Map<ServerResponse, () => void>()
  #watch: NodeJS.Timeout | undefined
  #readBefore = 0

  /** Number of requests that wait behind others, in all connections together. */
  static get queued(): number {
    return Connection.#queued
  }

  /** Number of requests that are not answered yet and whose clients are still connected. */
  static get begun(): number {
    return Connection.#begun
  }

  static of(socket: Socket): Connection {
    const known = Connection.#of.get(socket)
    if (known) return known
    const made = new Connection(socket)
    Connection.#of.set(socket, made)
    return made
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.once('close', () => this.#forget())
  }

  /** Whether the body of a request is still arriving. */
  get isReceiving(): boolean {
    return this.#last !== null && !this.#last.complete
  }

  #forget(): void {
    this.#stopWatching()
    for (const release of this.#unread.values()) release()
    this.#unread.clear()
    Connection.#begun -= this.#unanswered
    Connection.#queued -= Math.max(0, this.#unanswered - 1)
    this.#unanswered = 0
  }

  /** Counts a request until it is answered. Cuts a connection that queues too many. */
  begin(answer: ServerResponse): void {
    if (this.#socket.destroyed) return
    this.#last = answer.req
    Connection.#begun++
    if (++this.#unanswered > 1) Connection.#queued++
    answer.once('close', () => {
      if (this.#unanswered === 0) return
      Connection.#begun--
      if (--this.#unanswered > 0) Connection.#queued--
    })
    if (this.#unanswered <= MAX_UNANSWERED_OF_CONNECTION && Connection.#queued <= shareOf(MAX_QUEUED)) return
    this.#socket.destroy()
    // The socket's `close` event comes later. These requests are no longer counted from now on, so that no other connection is cut because
    // of them.
    this.#forget()
  }

  /**
   * Enforces the minimum reading speed for `answer`, together with other long answers of the connection. `release` is called once the
   * answer is read or lost.
   */
  limitReading(answer: ServerResponse, release: () => void): void {
    if (this.#socket.destroyed) {
      release()
      return
    }
    this.#unread.set(answer, release)
    answer.once('close', () => {
      this.#unread.delete(answer)
      release()
      if (this.#unread.size === 0) this.#stopWatching()
    })
    if (this.#watch) return
    this.#readBefore = readFrom(this.#socket)
    this.#watch = setInterval(() => this.#checkReading(), READING_WINDOW_MS)
  }

  #checkReading(): void {
    const read = readFrom(this.#socket)
    // An empty write buffer is no fault of the client: the next answer is not ready yet.
    if (this.#socket.writableLength > 0 && read - this.#readBefore < MIN_READ_BYTES) this.#socket.destroy()
    this.#readBefore = read
  }

  #stopWatching(): void {
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

/**
 * Returns how many bytes the kernel has accepted. Node counts an answer of megabytes as one write; only the socket's handle shows its
 * progress.
 */
const readFrom = (socket: Socket): number => {
  const { bytesWritten, writeQueueSize } = (socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } })._handle ?? {}
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize
}

/** Clients can reset a connection at any time, even while Node hands the socket over or this code owns it. */
const outliveErrors = (socket: Socket): void => {
  socket.on('error', () => socket.destroy())
}

/**
 * Node closes a connection as soon as its last answer is sent. This function makes Node wait for the rest of an unwanted body. The client
 * still sees the end of the answer at once.
 */
const dropUnwantedBody = (socket: Socket): void => {
  const close = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (socket.readableEnded || !Connection.of(socket).isReceiving) return close()
    const timer = setTimeout(() => socket.destroy(), UNWANTED_BODY_MS)
    socket.once('end', close)
    socket.once('close', () => clearTimeout(timer))
    socket.end()
  }
}

/** Counts answers to clients that send no valid request, for the metrics servers. */
const OTHERS = new AnonymousLimits()

const openSockets = new WeakMap<Server, ReadonlySet<Socket>>()

/**
 * Applies all limits to a server. `account`: the name of its connections in the ledger. `anonymous`: counts answers to clients that send no
 * valid request.
 */
export const limitConnections = (
  server: Server,
  ledger: Ledger,
  account: string,
  limits: AdmissionLimits,
  onRefused: OnRefused,
  anonymous = OTHERS,
): void => {
  openSockets.set(server, admitConnections(server, ledger, account, limits, onRefused))
  ledger.watch('requests', MAX_REQUESTS, () => Connection.begun)
  ledger.watch('queued_requests', shareOf(MAX_QUEUED), () => Connection.queued)
  // Node removes its own error listener from a socket that it hands over. This listener stays.
  server.on('connection', outliveErrors)
  server.on('connection', dropUnwantedBody)
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => Connection.of(request.socket).begin(answer))
  // Node would answer these two kinds of requests itself: one without a body, the other not at all. `checkExpectation` goes to refuseHead
  // like any other request.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseConnection(socket, anonymous))
}

/** Prepares a server to handle connections that another process accepted. The server itself does not listen. */
export const beginTaking = (server: Server): void => {
  // Node emits this event for a listening server. The event starts the checks of the time limits.
  server.emit('listening')
}

/**
 * Adds a connection that another process accepted, as if this process had accepted it. `onClose` is called when the connection is closed.
 */
export const acceptConnection = (server: Server, socket: Socket, onClose: () => void): void => {
  socket.once('close', onClose)
  if ((openSockets.get(server)?.size ?? 0) >= server.maxConnections) {
    socket.destroy()
    return
  }
  // The HTTP server closes its side of the connection itself, because it always has an answer to send.
  socket.allowHalfOpen = true
  server.emit('connection', socket)
}

const hostsIn = (rawHeaders: readonly string[]): number => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts
}

/**
 * Checks the requirements of HTTP/1.1 for the head of a request that Node does not check: RFC 9112 section 3.2, RFC 9110 section 10.1.1.
 */
export const refuseHead = ({ httpVersion, headers, rawHeaders }: IncomingMessage): Refusal | null => {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refuse('bad_request', `HTTP/${httpVersion} is not supported; send HTTP/1.1.`)
  // Node drops the second Host header, but a proxy in front may have used it.
  if (hostsIn(rawHeaders) > 1) return refuse('bad_request', 'The request has more than one Host header; send only one Host header.')
  // The parser refuses an unknown coding, unless `chunked` comes last.
  if (/,\s*chunked$/i.test(headers['transfer-encoding'] ?? ''))
    return refuse('bad_request', 'The value of the Transfer-Encoding header is not supported; send "chunked" or omit the header.')
  if (httpVersion === '1.0') return null
  if (headers.host === undefined) return refuse('bad_request', 'The request has no Host header; HTTP/1.1 requires one.')
  if (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue') return null
  return refuse('bad_request', 'The value of the Expect header is not supported; send "100-continue" or omit the header.')
}

const farewell = (): string => {
  const body = errorBody('bad_request', 'The request is not well-formed HTTP; check its first line, length and headers.')
  const headers = [
    `HTTP/1.1 ${ERRORS.bad_request.status} Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${newId('request')}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Answers bytes that are no request, or a request that did not arrive in time. Then closes the socket, regardless of the client. Beyond the
 * rate for anonymous callers there is no answer.
 */
export const refuseConnection = (socket: Socket, anonymous: AnonymousLimits): void => {
  outliveErrors(socket)
  if (!socket.writable || !anonymous.mayAnswer(socket)) {
    socket.destroy()
    return
  }
  socket.end(farewell())
  const timer = setTimeout(() => socket.destroy(), FAREWELL_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Fastify options for all our servers. A server with its own `anonymous` counts answers to invalid requests itself. */
export const LISTENER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  } satisfies ServerOptions,
  clientErrorHandler: (_error: Error, socket: Socket) => refuseConnection(socket, OTHERS),
}

/**
 * Closes a server. Current requests are answered. Clients that send or read too slowly are cut after `patience_ms`, because the supervisor
 * that ends the process would not wait for them either.
 */
export const closeServer = async (app: FastifyInstance, patience_ms = CLOSE_PATIENCE_MS): Promise<void> => {
  const { server } = app
  const idle = setInterval(() => {
    // Connections whose requests have been answered are now idle. Their clients would keep them open for a minute.
    server.closeIdleConnections()
    // closeIdleConnections leaves out connections that never sent a byte, because for Node a request has begun there.
    for (const socket of openSockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
  }, CLOSE_IDLE_EVERY_MS)
  const limit = setTimeout(() => server.closeAllConnections(), patience_ms)
  try {
    await app.close()
    // Node does not count connections that were accepted elsewhere.
    const open = [...(openSockets.get(server) ?? [])]
    await Promise.all(open.map((socket) => socket.destroyed || new Promise((resolve) => socket.once('close', resolve))))
  } finally {
    clearInterval(idle)
    clearTimeout(limit)
  }
}

/** Enforces the minimum reading speed for an answer of any length. `release` is called once the answer is read or lost. */
export const limitReadingOf = (answer: ServerResponse, release: () => void): void =>
  Connection.of(answer.req.socket).limitReading(answer, release)

/**
 * Enforces the minimum reading speed for a long answer, whose bytes stay in memory until the client has read them. (For HEAD, Node keeps
 * nothing.) `owner`: the owner of the bytes; null for bytes that all answers share.
 */
export const limitReading = (answer: ServerResponse, bytes: number, owner: string | null = null): void => {
  if (bytes < LONG_ANSWER_BYTES || answer.req.method === 'HEAD') return
  Connection.of(answer.req.socket).limitReading(answer, owner === null ? () => {} : unread.keep(owner, bytes))
}
