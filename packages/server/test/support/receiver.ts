import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { TLSSocket } from 'node:tls'

/**
 * A real HTTP receiver on a loopback port that records every request and answers as the test tells it. It stands in for a partner's webhook
 * endpoint, with all the ways in which such an endpoint can misbehave.
 */

export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The raw bytes. */
  body: Buffer
  /** Unix time, in milliseconds. */
  arrived_ms: number
  /** The number of its connection, from 1. */
  connection: number
  /** The name that the sender requested in the TLS handshake. */
  tls_name: string | null
}

export type Answer =
  | { kind: 'reply'; status: number; headers?: OutgoingHttpHeaders; body?: string | Buffer; delay_ms?: number }
  /** Sends headers, then one byte every `interval_ms`, forever. */
  | { kind: 'drip'; status: number; interval_ms: number }
  /** Sends headers, then bytes as fast as they are read, forever. */
  | { kind: 'endless'; status: number }
  /** Claims more bytes than it sends, then closes. */
  | { kind: 'short_body'; status: number; claimed_bytes: number; body: string }
  /** Closes in the middle of a chunked body. */
  | { kind: 'cut_chunks'; status: number }
  /** Writes `start` to the socket, then `repeated` forever, bypassing the HTTP server. */
  | { kind: 'raw_endless'; start: string; repeated: string }
  /** Writes these bytes to the socket, bypassing the HTTP server. The connection stays open. */
  | { kind: 'raw'; text: string }
  | { kind: 'hang' }
  | { kind: 'reset' }

export type AnswerFor = (request: ReceivedRequest) => Answer

export class Receiver {
  readonly requests: ReceivedRequest[] = []
  /** The number of connections ever accepted, including those without a request. */
  connections = 0
  readonly #server: Server
  readonly #scheme: 'http' | 'https'
  readonly #open = new Set<Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #changed = new Set<() => void>()
  #answerFor: AnswerFor = () => ({ kind: 'reply', status: 200, body: '{"received":true}' })

  constructor(server: Server, scheme: 'http' | 'https') {
    this.#server = server
    this.#scheme = scheme
    server.on('connection', (socket: Socket) => {
      this.connections++
      this.#open.add(socket)
      connectionNumbers.set(socket, this.connections)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#notify()
      })
      this.#notify()
    })
    server.on('secureConnection', (socket: TLSSocket) => connectionNumbers.set(socket, this.connections))
    server.on('request', (request, response) => {
      this.#receive(request, response).catch(() => request.socket.destroy())
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get open_connections(): number {
    return this.#open.size
  }

  /** Returns the address of this receiver with another host name or spelling of 127.0.0.1. */
  url(path = '/hook', host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`
  }

  /** Sets the answer for all later requests: a fixed one, or a function of the request. */
  answer(answer: Answer | AnswerFor): void {
    this.#answerFor = typeof answer === 'function' ? answer : () => answer
  }

  /**
   * Resolves when `holds` returns true. It is called after every request, every new connection and every close. Rejects after
   * UNTIL_LIMIT_MS.
   */
  async until(holds: () => boolean): Promise<void> {
    let isOver = false
    const limit = setTimeout(() => {
      isOver = true
      this.#notify()
    }, UNTIL_LIMIT_MS)
    try {
      while (!holds()) {
        if (isOver) throw new Error(`the receiver waited ${UNTIL_LIMIT_MS / 1000} s in vain and has ${this.requests.length} requests`)
        await new Promise<void>((resolve) => this.#changed.add(resolve))
      }
    } finally {
      clearTimeout(limit)
    }
  }

  /** Resolves with the requests once there are `count` of them. */
  async received(count: number): Promise<ReceivedRequest[]> {
    await this.until(() => this.requests.length >= count)
    return this.requests
  }

  /** Closes every open connection, as a restarting receiver does. */
  dropConnections(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** Sends a text on every open connection, although nothing was requested. */
  speak(text: string): void {
    for (const socket of this.#open) socket.write(text)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.dropConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      arrived_ms: Date.now(),
      connection: connectionNumbers.get(request.socket) ?? 0,
      tls_name: (request.socket as Partial<TLSSocket>).servername || null,
    }
    this.requests.push(received)
    this.#notify()
    this.#send(this.#answerFor(received), request.socket, response)
  }

  #send(answer: Answer, socket: Socket, response: ServerResponse): void {
    switch (answer.kind) {
      case 'reply': {
        const { status, headers = {}, body = '', delay_ms = 0 } = answer
        if (delay_ms === 0) response.writeHead(status, headers).end(body)
        else this.#later(delay_ms, () => response.writeHead(status, headers).end(body))
        return
      }
      case 'drip': {
        response.writeHead(answer.status).flushHeaders()
        const drip = () => {
          if (socket.destroyed) return
          response.write('.')
          this.#later(answer.interval_ms, drip)
        }
        drip()
        return
      }
      case 'endless':
        response.writeHead(answer.status)
        pour(response, POURED)
        return
      case 'short_body':
        response.writeHead(answer.status, { 'content-length': answer.claimed_bytes }).write(answer.body, () => socket.end())
        return
      case 'cut_chunks':
        socket.end(`HTTP/1.1 ${answer.status} X\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nff\r\nof it`)
        return
      case 'raw':
        socket.write(answer.text, 'latin1')
        return
      case 'raw_endless':
        socket.write(answer.start, 'latin1')
        pour(socket, Buffer.from(answer.repeated.repeat(1000), 'latin1'))
        return
      case 'hang':
        return
      case 'reset':
        socket.resetAndDestroy()
    }
  }

  #later(delay_ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, delay_ms)
    this.#timers.add(timer)
  }

  #notify(): void {
    for (const resolve of this.#changed) resolve()
    this.#changed.clear()
  }
}

const UNTIL_LIMIT_MS = 60_000

const connectionNumbers = new WeakMap<object, number>()

const POURED = Buffer.alloc(16 * 1024, 'x')

function pour(into: Writable, bytes: Buffer): void {
  while (!into.destroyed && into.write(bytes));
  into.once('drain', () => pour(into, bytes))
}

async function listening(server: Server, scheme: 'http' | 'https', host: string): Promise<Receiver> {
  const receiver = new Receiver(server, scheme)
  server.listen(0, host)
  await once(server, 'listening')
  return receiver
}

export function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  return listening(createServer(), 'http', host)
}

/** Starts a receiver with TLS. Its certificate is TLS_RECEIVER_CA, which is valid for TLS_RECEIVER_NAME and 127.0.0.1. */
export function startTlsReceiver(host = '127.0.0.1'): Promise<Receiver> {
  return listening(createTlsServer({ key: TLS_RECEIVER_KEY, cert: TLS_RECEIVER_CA }), 'https', host)
}

/**
 * Verifies a delivery as a partner would. The signature is computed from the received bytes, independently of the signing code.
 *
 * @param header which of the two signatures to check
 */
export function verifies(
  { headers, body }: ReceivedRequest,
  secret: string,
  header: 'x-service-signature' | 'x-service-signature-next' = 'x-service-signature',
): boolean {
  const timestamp = headers['x-service-timestamp']
  const given = headers[header]
  if (typeof timestamp !== 'string' || typeof given !== 'string' || !/^\d+$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(given)) return false
  const expected = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
    .digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

export const TLS_RECEIVER_NAME = 'receiver.example.com'

// Self-signed, for tests on loopback only. It protects nothing.
export const TLS_RECEIVER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgq0J8Xebs4c4WwEes
r2hubOMUOpNbZMOX5xuM1U2mKEyhRANCAARjYcLHJ9aGQVz7SNBZZxDRJwB8bW9d
d2UEnW+P/JwGpY1MwFkxF9pJazqTwchW6hC9/j0fNNf1V4y7I4Fq60Cw
-----END PRIVATE KEY-----
`

export const TLS_RECEIVER_CA = `-----BEGIN CERTIFICATE-----
MIIBiTCCAS6gAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRyZWNlaXZl
ci5leGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFow
HzEdMBsGA1UEAwwUcmVjZWl2ZXIuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAARjYcLHJ9aGQVz7SNBZZxDRJwB8bW9dd2UEnW+P/JwGpY1MwFkx
F9pJazqTwchW6hC9/j0fNNf1V4y7I4Fq60Cwo1kwVzAPBgNVHRMBAf8EBTADAQH/
MCUGA1UdEQQeMByCFHJlY2VpdmVyLmV4YW1wbGUuY29thwR/AAABMB0GA1UdDgQW
BBRTXGjUH6hA+m41dFI54whVfxlXWTAKBggqhkjOPQQDAgNJADBGAiEArfFvVeu4
gB+sQA8ECbL9o79NxM+SXf0McK8EK5CU8KMCIQDfM5dN82eaozjUtq+Nc2a00KGr
dhY6lTsfZqcYpKyuKA==
-----END CERTIFICATE-----
`
