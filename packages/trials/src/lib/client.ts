// A partner as seen from the network: signed requests over connections of its own.
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { RequestSigner } from '@backhaul/client'
import type { Json } from './run.ts'

const TIMEOUT_MS = 60_000

export interface Credentials {
  api_key: string
  signing_secret: string
  partner_id?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Sending {
  /** Where to; the client's own service when absent. */
  to?: { host?: string; port: number }
  /** Idempotency-Key */
  key?: string | null
  type?: string
  accept?: string
  /** The connection ends after so long, whatever has come. */
  leave_ms?: number
  /** The answer is not read. */
  unread?: boolean
  /** What is done with an answer besides reading it. */
  onAnswer?: (response: IncomingMessage) => void
}

export const ADDRESS = { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }
/** What is enough to create. */
export const LABEL_RETURN = { direction: 'return', fulfillment: 'print_label' }
export const SHIPMENT = { ...LABEL_RETURN, from: ADDRESS }

export class Client {
  readonly api_key: string
  readonly from: string
  readonly #signer: RequestSigner
  readonly #agent: http.Agent
  readonly #to: { host?: string; port: number }

  /** `from`: an address of the loopback network, so that callers can be told apart. */
  constructor(port: number, { api_key, signing_secret }: Credentials, from = '127.0.0.1', connections = 64) {
    this.#to = { port }
    this.api_key = api_key
    this.from = from
    this.#signer = new RequestSigner(signing_secret)
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections, localAddress: from })
  }

  /** What the request says of its sender. `body`: bytes or text, '' for none. */
  async headers(
    method: string,
    path: string,
    body: string | Buffer,
    { host = '127.0.0.1', port } = this.#to,
  ): Promise<Record<string, string>> {
    const url = `http://${host}:${port}${path}`
    return { 'X-Api-Key': this.api_key, ...(await this.#signer.headersV2({ method, url, body })) }
  }

  /** Resolves with the answer once it is whole; rejects if it never is. `body`: text or bytes as they are, else what becomes JSON. */
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
          else reject(new Error('the answer was cut'))
        })
      })
      request.end(bytes)
    })
  }

  /** The JSON of an answer below 300. Throws for any other. */
  async json(method: string, path: string, body?: Json, sending?: Sending): Promise<Json> {
    const answer = await this.send(method, path, body, sending)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
    return JSON.parse(answer.body.toString())
  }

  /** Every event of the partner, in the order of the feed; `json` reads a page. */
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
