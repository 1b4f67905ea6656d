// What a connection may cost: how many there are, how long each part of a request and of its answer may take, and what happens to one that
// makes no sense.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../platform/ids.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { ERRORS, errorBody } from './errors.ts'

/** More are turned away at once: sockets are also what the database and the webhooks need. */
const MAX_CONNECTIONS = 10_000
/** From the connection, or the end of the request before, to the end of the headers. */
const HEADERS_TIMEOUT_MS = 20_000
/** To the last byte of the body. */
export const REQUEST_TIMEOUT_MS = 60_000
/** Without a byte in either direction, as with a client that does not read its answer. */
export const SILENCE_TIMEOUT_MS = 90_000
/** For an answer of this many bytes and more to be read: one that is read byte by byte is never silent. */
const LONG_ANSWER_BYTES = 64 * 1024
const LONG_ANSWER_TIMEOUT_MS = 120_000
const CHECK_EVERY_MS = 5_000
/** For the client to read why; it need not close its side, and Node itself looks after such a socket no more. */
const FAREWELL_MS = 1_000

export const CONNECTION_OPTIONS: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
  // Refused by refuseHead, as Node would do it without a body.
  requireHostHeader: false,
}

export const limitConnections = (server: Server): void => {
  server.maxConnections = MAX_CONNECTIONS
  // Node would answer these two by itself, without a body or not at all: the first comes to refuseHead like any other request.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseConnection(new Error('CONNECT'), socket))
}

/** What HTTP/1.1 asks of a request's head and Node leaves to us: RFC 9112 section 3.2, RFC 9110 section 10.1.1. */
export const refuseHead = ({ httpVersion, headers }: IncomingMessage): Refusal | null => {
  if (httpVersion !== '1.1') return null
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

/** Answers bytes that are no request, or a request that did not come in time, and lets go of the socket whatever the client does. */
export const refuseConnection = (_error: Error, socket: Socket): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(farewell())
  const timer = setTimeout(() => socket.destroy(), FAREWELL_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** A long answer holds its bytes until the client has read them. */
export const limitReading = (answer: ServerResponse, bytes: number): void => {
  if (bytes < LONG_ANSWER_BYTES) return
  const timer = setTimeout(() => answer.destroy(), LONG_ANSWER_TIMEOUT_MS)
  answer.once('close', () => clearTimeout(timer))
}
