// Sends one call: signs each attempt, retries if that is safe, and turns the result into a value or an error.
//
// A 429 is always retried, because the service did nothing. After a lost connection, 502, 503 or 504, only GET, PUT and POST are retried. A
// POST carries the same Idempotency-Key in all its attempts, and is also retried after 409 idempotency_in_progress. PATCH and DELETE have
// no such key, so a lost answer is reported as an error.
import { ApiError, ConnectionError } from './errors.ts'
import { List, type Page } from './pages.ts'
import { type Bytes, RequestSigner, type SignatureHeaders, type SignatureV2Headers, utf8 } from './signature.ts'

export interface ClientOptions {
  /** `http://127.0.0.1:8080`: with its scheme, without /v2. */
  base_url: string
  api_key: string
  /** Not needed if the key may only track shipments. */
  signing_secret?: string
  /**
   * `v2` signs the whole request and is the default. `v1` signs only the time and the body. Use `v1` if a proxy changes the host or path
   * and the service does not know its public address.
   */
  signature_version?: 'v1' | 'v2'
  /** Maximum number of attempts; 4 when absent. */
  max_attempts?: number
  /** Time limit for one attempt, until the last byte, in milliseconds; 30 000 by default. */
  timeout_ms?: number
  fetch?: typeof fetch
}

export interface RequestOptions {
  /** The Idempotency-Key of a POST; random by default. Pass your own key to repeat a request safely after a restart of your program. */
  idempotency_key?: string
  signal?: AbortSignal
}

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** An answer that is not JSON, such as a label. */
export interface Binary {
  bytes: Bytes
  content_type: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Query
  /** Sent as JSON. Bytes are sent unchanged, as `content_type`. */
  body?: unknown
  content_type?: string
  /** The media type to request, if it is not JSON. */
  accept?: string
  /** False if the request needs no signature, only the key. */
  signed: boolean
  options: RequestOptions
}

interface Received {
  status: number
  headers: Headers
  bytes: Bytes
}

const MAX_RETRY_AFTER_S = 60
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
const NO_BODY = new Uint8Array()

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Returns the milliseconds to wait before the next attempt, or null if there must be no retry. */
const pauseBefore = (attempt: number, method: Call['method'], outcome: Received | ConnectionError): number | null => {
  const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
  const isRepeatable = method === 'GET' || method === 'POST' || method === 'PUT'
  if (outcome instanceof ConnectionError) return isRepeatable ? backoff : null
  const { status } = outcome
  const inProgress = status === 409 && textOf(outcome.bytes).includes('"idempotency_in_progress"')
  const mayRepeat = status === 429 || (isRepeatable && (status === 502 || status === 503 || status === 504 || inProgress))
  if (!mayRepeat) return null
  const after = new ApiError(status, outcome.headers, '').retry_after_s
  if (after === null) return backoff
  return after > MAX_RETRY_AFTER_S ? null : after * 1000
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * Returns the root cause of a failed `fetch`, because the error of `fetch` itself only says that it failed. If several addresses were
 * tried, returns the first error. An error may have a code and no text.
 */
const causeOf = (error: unknown): string => {
  const { cause, errors, message, code } = error as { cause?: unknown; errors?: unknown[]; message?: string; code?: string }
  if (typeof cause === 'object' && cause !== null) return causeOf(cause)
  return message || (Array.isArray(errors) && errors.length > 0 ? causeOf(errors[0]) : (code ?? String(error)))
}

const search = (query: Query = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the address that paths are appended to. Throws a TypeError that says what is wrong with it. */
const baseOf = (base_url: string): string => {
  // The part before an @ may be a password.
  const wrong = (problem: string) => new TypeError(`base_url ${JSON.stringify(base_url.replace(/[^/]*@/g, '…@'))} ${problem}`)
  if (typeof base_url !== 'string' || base_url.trim() === '') throw new TypeError('base_url is missing: give the address of the service')
  if (!/^\s*https?:\/\//i.test(base_url)) throw wrong('must begin with https:// or http://')
  if (!URL.canParse(base_url)) throw wrong('is not a URL')
  const { protocol, host, pathname, search, hash, username, password } = new URL(base_url)
  const path = pathname.replace(/\/+$/, '')
  const base = `${protocol}//${host}${path}`
  if (username || password) throw wrong('must have no user name and no password')
  if (search || hash) throw wrong('must have no query and no fragment')
  if (/\/v2$/i.test(path)) throw wrong(`must not end with /v2, which the client adds itself: use ${base.slice(0, -3)}`)
  return base
}

/**
 * Returns the error for a 2xx answer that the service never sends. Such an answer comes, for example, from a proxy or a login page in
 * between.
 */
const foreign = ({ method, path }: Call, { status, headers, bytes }: Received, expected: string): ConnectionError => {
  const type = headers.get('content-type')?.split(';')[0] || 'no content type'
  const text = textOf(bytes.subarray(0, 400)).replace(/\s+/g, ' ').trim().slice(0, 80)
  const came = bytes.length === 0 ? 'and an empty body' : `and ${JSON.stringify(text)}`
  return new ConnectionError(
    `${method} ${path} got an answer that is not from Backhaul: ${status} with ${type} ${came} instead of ${expected}; check base_url and any proxy in between`,
  )
}

const isText = (headers: Headers): boolean => /^text\//i.test(headers.get('content-type') ?? '')

export class Transport {
  readonly #base: string
  readonly #apiKey: string
  readonly #signer: RequestSigner | null
  readonly #version: 'v1' | 'v2'
  readonly #maxAttempts: number
  readonly #timeoutMs: number
  readonly #fetch: typeof fetch

  constructor(options: ClientOptions) {
    const { base_url, api_key, signing_secret, signature_version = 'v2' } = options
    const { max_attempts = 4, timeout_ms = 30_000, fetch = globalThis.fetch } = options
    if (signature_version !== 'v1' && signature_version !== 'v2') throw new TypeError("signature_version must be 'v1' or 'v2'")
    this.#base = baseOf(base_url)
    this.#apiKey = api_key
    this.#signer = signing_secret === undefined ? null : new RequestSigner(signing_secret)
    this.#version = signature_version
    this.#maxAttempts = max_attempts
    this.#timeoutMs = timeout_ms
    this.#fetch = (input, init) => fetch(input, init)
  }

  protected async json<Answer>(call: Call): Promise<Answer> {
    return this.#parse(call, await this.#send(call))
  }

  protected async binary(call: Call): Promise<Binary> {
    const received = await this.#send(call)
    const { bytes, headers } = received
    if (isText(headers)) throw foreign(call, received, 'a file')
    return { bytes, content_type: headers.get('content-type') ?? '' }
  }

  /** For endpoints that answer with JSON or with another type, depending on the request. */
  protected async either<Answer>(call: Call): Promise<Answer | Binary> {
    const received = await this.#send(call)
    const { bytes, headers } = received
    const content_type = headers.get('content-type') ?? ''
    if (content_type.startsWith('application/json')) return this.#parse(call, received)
    if (isText(headers)) throw foreign(call, received, 'a file')
    return { bytes, content_type }
  }

  /**
   * Reads a list as CSV: `readCsv('/v2/shipments', { status: 'delivered' })`. Returns the complete text of the answer or throws. If the
   * answer could not hold all rows, its last line says so, as the service's guide describes.
   */
  async readCsv(path: string, query: Query = {}, options: RequestOptions = {}): Promise<string> {
    const call: Call = { method: 'GET', path, query, signed: true, accept: 'text/csv', options }
    const received = await this.#send(call)
    if (!/^text\/csv/i.test(received.headers.get('content-type') ?? '')) throw foreign(call, received, 'CSV')
    return textOf(received.bytes)
  }

  protected async nothing(call: Call): Promise<void> {
    const received = await this.#send(call)
    if (received.bytes.length > 0) throw foreign(call, received, 'no body')
  }

  protected list<Item>(call: Call): List<Item> {
    return new List((page: Page<Item> | null) =>
      this.#page<Item>(page === null ? call : { ...call, query: { ...call.query, cursor: page.next_cursor ?? undefined } }),
    )
  }

  /** Requests the next page by the id of the last event. Unlike a cursor, this id never expires. */
  protected feed<Item extends { eventID: string }>(call: Call): List<Item> {
    return new List((page: Page<Item> | null) =>
      this.#page<Item>(page === null ? call : { ...call, query: { ...call.query, cursor: undefined, after: page.data.at(-1)?.eventID } }),
    )
  }

  async #page<Item>(call: Call): Promise<Page<Item>> {
    const received = await this.#send(call)
    const page = this.#parse<Page<Item>>(call, received)
    if (!Array.isArray(page.data)) throw foreign(call, received, 'a list')
    return page
  }

  /** Every JSON answer is an object. */
  #parse<Answer>(call: Call, received: Received): Answer {
    try {
      const answer: unknown = JSON.parse(textOf(received.bytes))
      if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as Answer
    } catch {}
    throw foreign(call, received, 'JSON')
  }

  async #send(call: Call): Promise<Received> {
    const { method, options } = call
    const body =
      call.body === undefined ? NO_BODY : call.body instanceof Uint8Array ? new Uint8Array(call.body) : utf8(JSON.stringify(call.body))
    const headers: Record<string, string> = { 'X-Api-Key': this.#apiKey }
    if (call.accept !== undefined) headers.Accept = call.accept
    if (call.body !== undefined) headers['Content-Type'] = call.content_type ?? 'application/json'
    if (method === 'POST') headers['Idempotency-Key'] = options.idempotency_key ?? crypto.randomUUID()
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(call, headers, body)
      const pauseMs = attempt < this.#maxAttempts ? pauseBefore(attempt, method, outcome) : null
      if (pauseMs !== null) await pause(pauseMs, options.signal)
      else if (outcome instanceof ConnectionError) throw outcome
      else if (outcome.status < 200 || outcome.status >= 300) throw new ApiError(outcome.status, outcome.headers, textOf(outcome.bytes))
      else return outcome
    }
  }

  async #attempt(call: Call, headers: Record<string, string>, body: Bytes): Promise<Received | ConnectionError> {
    const { method, path, query, options } = call
    const url = this.#base + path + search(query)
    const signature = call.signed ? await this.#sign(method, url, body) : {}
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    try {
      const response = await this.#fetch(url, {
        method,
        headers: { ...headers, ...signature },
        signal,
        // Do not follow redirects: the key must not reach another host, and a redirected POST would become a GET.
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      })
      // A custom `fetch` may have followed the redirect anyway.
      if (response.redirected) return { status: 0, headers: new Headers({ location: response.url }), bytes: NO_BODY }
      return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch (error) {
      options.signal?.throwIfAborted()
      const reason = timeout.aborted ? `timed out after ${this.#timeoutMs} ms` : causeOf(error)
      return new ConnectionError(`${method} ${path} got no answer: ${reason}`, { cause: error })
    }
  }

  async #sign(method: string, url: string, body: Uint8Array): Promise<SignatureHeaders | SignatureV2Headers> {
    if (!this.#signer) throw new TypeError('this call must be signed: create the client with its signing_secret')
    return this.#version === 'v1' ? this.#signer.headers(body) : this.#signer.headersV2({ method, url, body })
  }
}
