import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { RequestSigner } from '../../../client/src/index.ts'
import { expectIdentified } from './identified.ts'
import { expectPlainErrors } from './plain-errors.ts'

export interface TestCredentials {
  api_key: string
  signing_secret: string
}

export interface TestAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

export interface TestRequest {
  /** An object is sent as JSON. A string and bytes are sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  idempotencyKey?: string
  /** Seconds to add to the signed timestamp. */
  skew_s?: number
  /** The version of the signature. If absent, requests alternate between both versions. */
  version?: 'v1' | 'v2'
}

/** Maps the address of each service in this process to a function that waits until the feed shows everything committed. */
export const SETTLING = new Map<string, () => Promise<void>>()

const CONNECTIONS = new Agent({ keepAlive: true })

const headersOf = ({ headersDistinct }: IncomingMessage): Headers =>
  new Headers(Object.entries(headersDistinct).flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value])))

/** Sends a raw request. `fetch` would need three times the processor time, and tests send tens of thousands of requests. */
export const exchange = async (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<TestAnswer> => {
  const sent = openRequest(url, { method, headers, agent: CONNECTIONS })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = new Uint8Array(Buffer.concat(await response.toArray()))
  const text = new TextDecoder().decode(bytes)
  const isJson = response.headers['content-type']?.includes('application/json') ?? false
  return {
    status: response.statusCode as number,
    get headers() {
      return headersOf(response)
    },
    bytes,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : null,
  }
}

/** Returns the body of a request as it is sent, or undefined if the request has none. */
export const bodyOf = (body: unknown): string | Uint8Array | undefined =>
  body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

/** Returns a readable form of a path, if it can be decoded. */
const readable = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Sends any request, signed by the client package. A header that a test gives replaces the client's. If a test does not choose a signature
 * version, requests alternate between both versions, so that everything is tested with both.
 */
export class TestClient {
  readonly url: string
  readonly credentials: TestCredentials
  /** Waits until the feed shows everything committed. Transactions of other test files hold it back, because they share the cluster. */
  readonly settle: () => Promise<void>
  readonly #signer: RequestSigner
  #sent = 0

  constructor(url: string, credentials: TestCredentials, settle = SETTLING.get(url) ?? (async () => {})) {
    this.url = url
    this.credentials = credentials
    this.settle = settle
    this.#signer = new RequestSigner(credentials.signing_secret)
  }

  async send(
    method: string,
    path: string,
    { body, headers = {}, idempotencyKey, skew_s = 0, version }: TestRequest = {},
  ): Promise<TestAnswer> {
    const bytes = bodyOf(body) ?? ''
    const timestamp_s = Math.floor(Date.now() / 1000) + skew_s
    const url = this.url + path
    const isV1 = (version ?? (this.#sent++ % 2 === 0 || 'X-Service-Signature' in headers ? 'v1' : 'v2')) === 'v1'
    const signature = isV1
      ? await this.#signer.headers(bytes, timestamp_s)
      : await this.#signer.headersV2({ method, url, body: bytes }, timestamp_s)
    const answer = await exchange(
      method,
      url,
      {
        'X-Api-Key': this.credentials.api_key,
        ...signature,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...headers,
      },
      bytes,
    )
    await expectPlainErrors(answer.json, `${readable(path)} ${typeof bytes === 'string' ? bytes : ''}`)
    return answer
  }

  get(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('GET', path, request)
  }

  post(path: string, body?: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('POST', path, { idempotencyKey: randomUUID(), ...request, body })
  }

  patch(path: string, body?: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('PATCH', path, { ...request, body })
  }

  delete(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('DELETE', path, request)
  }

  /** Returns every event of this partner, or of one shipment, in the feed's order. */
  // biome-ignore lint/suspicious/noExplicitAny: events of every type
  async events(shipment?: string): Promise<any[]> {
    await this.settle()
    const found = []
    for (let after = ''; ; ) {
      const { json } = await this.get(`/v2/events?limit=500${shipment ? `&shipment=${shipment}` : ''}${after ? `&after=${after}` : ''}`)
      for (const record of json.data) expectIdentified(record)
      found.push(...json.data)
      if (!json.has_more) return found
      after = json.data.at(-1).eventID
    }
  }
}

export const ADDRESS = { name: 'Ada Example', line1: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US' }
export const RETURN = { direction: 'return', fulfillment: 'print_label', order_id: 'order-1' }
export const QR_RETURN = { direction: 'return', fulfillment: 'qr_code', order_id: 'order-1' }
