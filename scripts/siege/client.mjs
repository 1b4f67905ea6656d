// A partner as seen from the network: signed requests from an address of its own, and bare sockets for what no client library would send.
import http from 'node:http'
import net from 'node:net'
import { RequestSigner } from '../../packages/client/dist/index.js'

const TIMEOUT_MS = 60_000

export class Client {
  #signer
  #agent
  #port

  /** `from`: an address of the loopback network, so that callers can be told apart. */
  constructor(port, { api_key, signing_secret }, from, connections = 64) {
    this.#port = port
    this.api_key = api_key
    this.from = from
    this.#signer = new RequestSigner(signing_secret)
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections, localAddress: from })
  }

  /** What the request says of its sender. `body`: bytes or text, '' for none. */
  async headers(method, path, body) {
    const url = `http://127.0.0.1:${this.#port}${path}`
    return { 'X-Api-Key': this.api_key, ...(await this.#signer.headersV2({ method, url, body })) }
  }

  /**
   * Resolves with status and body once the answer is whole; rejects if it never is.
   * `leave_ms`: the connection is reset after so long. `unread`: it is not read, and reset then. `slow`: it is read a little at a time.
   * `idempotency_key`, `type` (of the content), `accept`
   */
  async send(method, path, body = '', { leave_ms, unread, slow, idempotency_key, type = 'application/json', accept } = {}) {
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const headers = await this.headers(method, path, bytes)
    if (bytes.length > 0) Object.assign(headers, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(bytes) })
    if (idempotency_key) headers['Idempotency-Key'] = idempotency_key
    if (accept) headers.Accept = accept
    return new Promise((resolve, reject) => {
      const options = { port: this.#port, host: '127.0.0.1', method, path, headers, timeout: TIMEOUT_MS }
      const request = http.request({ ...options, ...(unread ? { agent: false, localAddress: this.from } : { agent: this.#agent }) })
      const timer = leave_ms === undefined ? null : setTimeout(() => request.destroy(new Error('left')), leave_ms)
      request.on('error', reject)
      request.on('close', () => timer && clearTimeout(timer))
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.on('response', (response) => {
        if (unread) return
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        if (slow) readSlowly(response)
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }))
      })
      request.end(bytes)
    })
  }

  async json(method, path, body, options) {
    const answer = await this.send(method, path, body, options)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
    return JSON.parse(answer.body.toString())
  }

  close() {
    this.#agent.destroy()
  }
}

const SIP_EVERY_MS = 100

/** A chunk at a time. */
const readSlowly = (response) => {
  response.on('data', () => {
    response.pause()
    setTimeout(() => response.resume(), SIP_EVERY_MS)
  })
}

/** A request of a browser, or of what says that it is one. Resolves with its status. */
export const browse = (port, from, method, path, body = '') =>
  new Promise((resolve, reject) => {
    const origin = `http://127.0.0.1:${port}`
    const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'X-Backhaul-Console': '1' }
    const headers = { ...page, ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': body.length }) }
    const options = { port, host: '127.0.0.1', method, path, headers, agent: false, localAddress: from, timeout: TIMEOUT_MS }
    const request = http.request(options, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode }))
      response.resume()
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.end(body)
  })

/** A bare connection; resolves when it is open, or has failed: then it is destroyed. */
export const connect = (port, from) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
    socket.on('error', () => {})
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
