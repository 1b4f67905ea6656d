// A partner's client: signed requests over its own connections.
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { RequestSigner } from '@backhaul/client'
import type { Json } from './run.ts'

const TIMEOUT_MS = 60_000

export interface Credentials {
  api_key: string
  signing_secret: string
  partner_id?: string
  /** Version of the signature; `v2` if absent. Builds before 2026-11-22 know `v1` only. */
  signature?: 'v1' | 'v2'
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Sending {
  /** The destination. If absent, the client's own service. */
  to?: { host?: string; port: number }
  /** Idempotency-Key */
  key?: string | null
  type?: string
  accept?: string
  /** The connection is closed after this time, even if there was no answer. */
  leave_ms?: number
  /** If true, the answer is not read. */
  unread?: boolean
  /** Called with the response while it is read. */
  onAnswer?: (response: IncomingMessage) => void
}

export const ADDRESS = { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }
/** A minimal create body. */
export const LABEL_RETURN = { direction: 'return', fulfillment: 'print_label' }
export const SHIPMENT = { ...LABEL_RETURN, from: ADDRESS }

export class Client {
  readonly api_key: string
  readonly from: string
  readonly #signer: RequestSigner
  readonly #signature: 'v1' | 'v2'
  readonly #agent: http.Agent
  readonly #to: { host?: string; port: number }

  /** `from` is an address of the loopback network, which tells callers apart. */
  constructor(port: number, { api_key, signing_secret, signature = 'v2' }: Credentials, from = '127.0.0.1', connections = 64) {
    this.#to = { port }
    this.api_key = api_key
    this.from = from
    this.#signer = new RequestSigner(signing_secret)
    this.#signature = signature
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections, localAddress: from })
  }

  /** Resolves with the authentication headers. `body` is bytes or a text, which is empty if there is no body. */
  async headers(
    method: string,
    path: string,
    body: string | Buffer,
    { host = '127.0.0.1', port } = this.#to,
  ): Promise<Record<string, string>> {
    const url = `http://${host}:${port}${path}`
    const signed = await (this.#signature === 'v1' ? this.#signer.headers(body) : this.#signer.headersV2({ method, url, body }))
    return { 'X-Api-Key': this.api_key, ...signed }
  }

  /**
   * Resolves with the complete answer. Rejects if the answer never completes. A text or bytes as `body` are sent unchanged, other values as
   * JSON.
   */
  async send(method: string, path: string, body: Json = '', sending: Sending = {}): Promise<Answer> {
    const { to = this.#to, key, type = 'application/json', accept, leave_ms, unread, onAnswer } = sending
    const bytes: string | Buffer = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const headers = await this.headers(method, path, bytes, to)
    if (bytes.length > 0) Object.assign(headers, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(bytes) })
    if (key) headers['Idempotency-Key'] = key
    if (accept) headers.Accept = accept
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', ...to, method, path, headers, timeout: TIMEOUT_MS }
      const request = http.request({ ...options, ...(unread ? { agent: false, localAddress: this.from } : { agent: this.#agent }) })
      const timer = leave_ms === undefined ? undefined : setTimeout(() => request.destroy(new Error('hung up')), leave_ms)
      request.on('error', reject)
      request.on('close', () => clearTimeout(timer))
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.on('response', (response) => {
        if (unread) return
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        onAnswer?.(response)
        response.on('error', reject)
        response.on('close', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
          else reject(new Error('the answer was cut off'))
        })
      })
      request.end(bytes)
    })
  }

  /** Resolves with the JSON of an answer whose status is below 300. Rejects with any other status. */
  async json(method: string, path: string, body?: Json, sending?: Sending): Promise<Json> {
    const answer = await this.send(method, path, body, sending)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
    return JSON.parse(answer.body.toString())
  }

  /** Resolves with every event of the partner in feed order. `json` reads one page. */
  async feed(json = (path: string) => this.json('GET', path), limit = 500): Promise<Json[]> {
    const events: Json[] = []
    for (let after = ''; ; after = `&after=${events.at(-1).eventID}`) {
      const { data, has_more } = await json(`/v2/events?limit=${limit}${after}`)
      for (const event of data) events.push(event)
      if (!has_more) return events
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}
