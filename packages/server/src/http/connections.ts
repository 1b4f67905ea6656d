// What a connection may cost: how many there are, how long each part of a request and of its answer may take, how much may wait in it, and
// what happens to one that makes no sense.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, errorBody } from '@backhaul/core/errors.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyInstance } from 'fastify'
import { newId } from '../process/ids.ts'
import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { type AdmissionLimits, admitConnections, type OnRefused } from './admission.ts'
import { Strangers } from './strangers.ts'
import { unread } from './unread.ts'

/** From the connection, or the end of the request before, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 20_000
/** To the last byte of the body. */
const REQUEST_TIMEOUT_MS = 60_000
/** Without a byte in either direction, as with a client that does not read its answer. */
const SILENCE_TIMEOUT_MS = 90_000
/** Answers of this size and more are kept until they are read, at 16 KiB a second at least: one that is read byte by byte is never silent. */
export const LONG_ANSWER_BYTES = 64 * 1024
const READING_WINDOW_MS = 20_000
const LEAST_READ_BYTES = 20 * 16 * 1024
/** Requests that came behind one that is not answered yet (pipelining): each occupies memory, and 64 KiB hold two thousand of them. */
const MAX_UNANSWERED_OF_CONNECTION = 200
const MAX_QUEUED = 10_000
/** That, and one request of each connection. */
const MAX_REQUESTS = 20_000
const CHECK_EVERY_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 50
/** For requests under way when the server is told to close; container runtimes kill after 10 s. */
const CLOSE_PATIENCE_MS = 8_000
/** A body that nobody waits for any more is read on for so long: a socket that is closed over unread bytes is reset, and its client may never see the answer. */
const UNWANTED_BODY_MS = 5_000
/** For the client to read why; it need not close its side, and Node itself looks after such a socket no more. */
const FAREWELL_MS = 1_000

/**
 * What one connection has under way. It all ends with the socket: Node emits no `close` on an answer that is queued behind an unfinished one
 * when the socket goes, so nothing here may wait for an answer alone.
 */
export class Connection {
  static readonly #of = new WeakMap<Socket, Connection>()
  static #queued = 0
  static #begun = 0
  readonly #socket: Socket
  #unanswered = 0
  #last: IncomingMessage | null = null
  /** Long answers that wait to be read, each with what is to be done when it need not be kept any more. */
  readonly #unread = new Map<ServerResponse, () => void>()
  #watch: NodeJS.Timeout | undefined
  #readBefore = 0

  /** Requests that wait behind others, over all connections. */
  static get queued(): number {
    return Connection.#queued
  }

  /** Requests that are not answered yet and whose clients are there. */
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

  /** Whether the body of a request is still on its way. */
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

  /** Counts a request until it is answered. A connection that queues too many of them is cut. */
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
    // Its `close` comes later, and others of the same moment are not to pay for it.
    this.#forget()
  }

  /** Watches that long answers are read as fast as they must be, `answer` among them; `release`: what to do once it is read or lost. */
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
    // What waits behind an answer that is not there yet is not the client's to read.
    if (this.#socket.writableLength > 0 && read - this.#readBefore < LEAST_READ_BYTES) this.#socket.destroy()
    this.#readBefore = read
  }

  #stopWatching(): void {
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

/** How many bytes the kernel has taken. An answer of megabytes is one write to Node, which only its handle shows the progress of. */
const readFrom = (socket: Socket): number => {
  const { bytesWritten, writeQueueSize } = (socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } })._handle ?? {}
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize
}

/** A reset is an event of the client's making at any time, also while a socket is between two owners within Node or is ours. */
const outliveErrors = (socket: Socket): void => {
  socket.on('error', () => socket.destroy())
}

/** Makes Node, which closes a connection with its last answer, wait for the rest of a body that it drops; the client sees the end of the answer at once. */
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

/** Answers of the servers of metrics. */
const OTHERS = new Strangers()

const openSockets = new WeakMap<Server, ReadonlySet<Socket>>()

/** `account`: the name of its connections in the ledger. `strangers`: who counts answers to what is no request. */
export const limitConnections = (
  server: Server,
  ledger: Ledger,
  account: string,
  limits: AdmissionLimits,
  onRefused: OnRefused,
  strangers = OTHERS,
): void => {
  openSockets.set(server, admitConnections(server, ledger, account, limits, onRefused))
  ledger.watch('requests', MAX_REQUESTS, () => Connection.begun)
  ledger.watch('queued_requests', shareOf(MAX_QUEUED), () => Connection.queued)
  // Node takes its own listener off a socket that it hands over; this one stays.
  server.on('connection', outliveErrors)
  server.on('connection', dropUnwantedBody)
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => Connection.of(request.socket).begin(answer))
  // Node would answer these two by itself, without a body or not at all: the first comes to refuseHead like any other request.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseConnection(socket, strangers))
}

/** A server that does not listen begins to take connections that another process accepted. */
export const beginTaking = (server: Server): void => {
  // What Node does for a server that listens: it starts the clock of its time limits.
  server.emit('listening')
}

/** A connection that another process accepted, as if it had been accepted here. `onClose`: it is gone. */
export const takeConnection = (server: Server, socket: Socket, onClose: () => void): void => {
  socket.once('close', onClose)
  if ((openSockets.get(server)?.size ?? 0) >= server.maxConnections) {
    socket.destroy()
    return
  }
  // HTTP ends its side itself, as it has always something to answer.
  socket.allowHalfOpen = true
  server.emit('connection', socket)
}

const hostsIn = (rawHeaders: readonly string[]): number => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** What HTTP/1.1 asks of a request's head and Node leaves to us: RFC 9112 section 3.2, RFC 9110 section 10.1.1. */
export const refuseHead = ({ httpVersion, headers, rawHeaders }: IncomingMessage): Refusal | null => {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refuse('bad_request', `HTTP/${httpVersion} is not spoken here; send HTTP/1.1.`)
  // Node drops the second; a proxy in front may have gone by it.
  if (hostsIn(rawHeaders) > 1) return refuse('bad_request', 'The request has more than one Host header; send one.')
  // The parser refuses a coding that it does not know, unless `chunked` comes last.
  if (/,\s*chunked$/i.test(headers['transfer-encoding'] ?? ''))
    return refuse('bad_request', 'The Transfer-Encoding header asks for what is not done here; send chunked or leave it out.')
  if (httpVersion === '1.0') return null
  if (headers.host === undefined) return refuse('bad_request', 'The request has no Host header; send one, as HTTP/1.1 asks for it.')
  if (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue') return null
  return refuse('bad_request', 'The Expect header asks for what is not done here; send 100-continue or leave it out.')
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
 * Answers bytes that are no request, or a request that did not come in time, and lets go of the socket whatever the client does. Beyond the rate
 * of strangers there is no answer.
 */
export const refuseConnection = (socket: Socket, strangers: Strangers): void => {
  outliveErrors(socket)
  if (!socket.writable || !strangers.mayAnswer(socket)) {
    socket.destroy()
    return
  }
  socket.end(farewell())
  const timer = setTimeout(() => socket.destroy(), FAREWELL_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Of every server of ours, for Fastify. A server with strangers of its own counts their answers itself. */
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
 * Closes a server: what it works on is answered, but what clients do not send or read in time is not waited for, as whoever ended the
 * process will not wait for it either.
 */
export const closeServer = async (app: FastifyInstance, patience_ms = CLOSE_PATIENCE_MS): Promise<void> => {
  const { server } = app
  const idle = setInterval(() => {
    // Connections that answered are idle now, and their clients would keep them open for a minute.
    server.closeIdleConnections()
    // Those that have never sent a byte are not among them: to Node, a request has begun there.
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

/** Watches that an answer is read as it must be, however long it becomes; `release`: what to do once it is read or lost. */
export const limitReadingOf = (answer: ServerResponse, release: () => void): void =>
  Connection.of(answer.req.socket).limitReading(answer, release)

/** A long answer holds its bytes until the client has read them (of one to a HEAD, Node keeps nothing); `owner`: whose bytes they are, null for those that all answers share. */
export const limitReading = (answer: ServerResponse, bytes: number, owner: string | null = null): void => {
  if (bytes < LONG_ANSWER_BYTES || answer.req.method === 'HEAD') return
  Connection.of(answer.req.socket).limitReading(answer, owner === null ? () => {} : unread.keep(owner, bytes))
}
