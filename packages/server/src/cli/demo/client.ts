import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorEnvelope, RequestSigner } from '@backhaul/client'
import { parseRetryAfter } from '../../process/retry-after.ts'
import { reasonOf } from '../../process/startup-error.ts'
import { refusalText } from '../failure.ts'
import { withTlsRemedy } from '../integrate/tls-remedy.ts'
import { DemoFailure } from './failure.ts'

export interface Credentials {
  partner_id: string
  api_key: string
  signing_secret: string
  /** Key of the sandbox's operator. Absent from credentials files that people write by hand. */
  operator?: { api_key: string; signing_secret: string }
}

export interface DemoRequest {
  body?: object
  idempotencyKey?: string
  /** Public tracking needs only the key, no signature. */
  unsigned?: boolean
}

export interface DemoAnswer<Json = unknown> {
  status: number
  headers: Headers
  bytes: Buffer
  /** The body, typed by the caller. Null if the response is not JSON. */
  json: Json
}

/** Returns the reason for a refusal, in the service's words if it gave any. */
export const reasonOfRefusal = ({ status, json }: DemoAnswer): string => {
  const error = (json as ErrorEnvelope | null)?.error
  return error ? refusalText(error) : `status ${status}`
}

const REQUEST_LIMIT_MS = 30_000
const TOO_MANY_REQUESTS = 429

/**
 * Sends requests, signed with the client package, and returns every response, including refusals, which the package's own client throws.
 */
export class DemoClient {
  readonly url: string
  /** Number of answered requests, without those refused by the rate limit. */
  requests = 0
  readonly #apiKey: string
  readonly #signer: RequestSigner
  readonly #onWait: (seconds: number) => void

  /** `onWait`: called when the key's rate limit makes the client wait. */
  constructor(url: string, credentials: Credentials, onWait: (seconds: number) => void) {
    this.url = url
    this.#apiKey = credentials.api_key
    this.#signer = new RequestSigner(credentials.signing_secret)
    this.#onWait = onWait
  }

  async send<Json = unknown>(method: string, path: string, request: DemoRequest = {}): Promise<DemoAnswer<Json>> {
    for (;;) {
      const response = await this.#fetch(method, path, request)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.status === TOO_MANY_REQUESTS) {
        const seconds = Math.max(1, Math.ceil(parseRetryAfter(response.headers.get('retry-after') ?? undefined, Date.now()) ?? 1))
        this.#onWait(seconds)
        await sleep(seconds * 1000)
        continue
      }
      this.requests++
      const type = response.headers.get('content-type') ?? ''
      if (response.status >= 300 && response.status < 400)
        throw this.#foreign(method, path, `a redirect (${response.status}) to ${response.headers.get('location')}, which is not followed`)
      if (type.startsWith('text/html')) throw this.#foreign(method, path, `${response.status} with HTML`)
      const isJson = type.startsWith('application/json')
      return { status: response.status, headers: response.headers, bytes, json: isJson ? JSON.parse(bytes.toString()) : null }
    }
  }

  #foreign(method: string, path: string, came: string): DemoFailure {
    return new DemoFailure(`${method} ${path} got ${came}: ${this.url} is not the address of the service; give the address with --url`)
  }

  async #fetch(method: string, path: string, { body, idempotencyKey, unsigned }: DemoRequest): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const url = this.url + path
    const signature = unsigned ? {} : await this.#signer.headersV2({ method, url, body: text })
    try {
      return await fetch(url, {
        method,
        headers: {
          'X-Api-Key': this.#apiKey,
          ...signature,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      })
    } catch (error) {
      const reason = reasonOf(error instanceof Error && error.cause ? error.cause : error)
      throw new DemoFailure(`${method} ${path} got no answer from ${this.url}: ${withTlsRemedy(reason)}`)
    }
  }
}
