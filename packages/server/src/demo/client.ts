import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../platform/startup-error.ts'
import { DemoFailure } from './failure.ts'

export interface Credentials {
  partner_id: string
  api_key: string
  signing_secret: string
}

export interface DemoRequest {
  body?: object
  idempotencyKey?: string
  /** Public tracking takes the key alone. */
  unsigned?: boolean
}

export interface DemoAnswer {
  status: number
  headers: Headers
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: answers of every endpoint
  json: any
}

const REQUEST_LIMIT_MS = 30_000
const TOO_MANY_REQUESTS = 429

/** A signing client as an integrator would write one: what it sends and how it signs is all that the API asks for. */
export class DemoClient {
  readonly url: string
  /** Requests answered so far, those refused by the rate limit left out. */
  requests = 0
  readonly #credentials: Credentials
  readonly #onWait: (seconds: number) => void

  /** `onWait` is told when the key's rate limit makes the client wait. */
  constructor(url: string, credentials: Credentials, onWait: (seconds: number) => void) {
    this.url = url
    this.#credentials = credentials
    this.#onWait = onWait
  }

  async send(method: string, path: string, request: DemoRequest = {}): Promise<DemoAnswer> {
    for (;;) {
      const response = await this.#fetch(method, path, request)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.status === TOO_MANY_REQUESTS) {
        const seconds = Number(response.headers.get('retry-after'))
        this.#onWait(seconds)
        await sleep(seconds * 1000)
        continue
      }
      this.requests++
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      return { status: response.status, headers: response.headers, bytes, json: isJson ? JSON.parse(bytes.toString()) : null }
    }
  }

  async #fetch(method: string, path: string, { body, idempotencyKey, unsigned }: DemoRequest): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', this.#credentials.signing_secret).update(`${timestamp}.${text}`).digest('hex')
    try {
      return await fetch(this.url + path, {
        method,
        headers: {
          'X-Api-Key': this.#credentials.api_key,
          ...(!unsigned && { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: text }),
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      })
    } catch (error) {
      const reason = error instanceof Error && error.cause ? error.cause : error
      throw new DemoFailure(`${method} ${path} got no answer from ${this.url}: ${reasonOf(reason)}`)
    }
  }
}
