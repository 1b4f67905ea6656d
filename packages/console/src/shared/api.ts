// Requests to /v2 with this browser's session cookie. The method and the path determine the type of the answer, through the operations of
// `@backhaul/client`. If a path is stored in a variable first, it needs `as const`. Every failure is thrown. `Refused` means that the
// service refused the request. `LineLost` means that it is unknown whether the request arrived. A request with an Idempotency-Key can then
// be sent again with the same key.
import type { Operation, Page } from '@backhaul/client'

/** The service answered with a refusal. */
export class Refused extends Error {
  readonly status: number
  /** One of the codes in docs/errors.md. */
  readonly code: string
  readonly details: Record<string, unknown>
  /** Seconds to wait before a retry, if the service sent them. */
  readonly retry_after_s: number | null

  constructor(status: number, error: { code: string; message: string; details: Record<string, unknown> }, retry_after_s: number | null) {
    super(error.message)
    this.name = 'Refused'
    this.status = status
    this.code = error.code
    this.details = error.details
    this.retry_after_s = retry_after_s
  }
}

/** The answer of a proxy in front of the service, for example because the service is down. */
export class RefusedByAnother extends Refused {}

/** No answer came: there was no connection, or the connection ended too early. */
export class LineLost extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause })
    this.name = 'LineLost'
  }
}

export type Method = Operation['method']
/** This template type replaces the union of all paths. With the union, the compiler would take five times as long to check each call. */
export type Path = `/v2/${string}`
/**
 * The type of an operation's answer. For a union of paths, it is the union of their answers. It is `never` if there is no such operation.
 */
export type Answer<M extends Method, P extends Path> = P extends Path ? AnswerOf<Extract<Operation, { method: M }>, P> : never
type AnswerOf<O, P> = O extends { path: infer Q; answer: infer A } ? ([P, Q] extends [Q, P] ? A : never) : never

/** The items of a paged list. */
export type Item<P extends Path> = P extends Path ? ItemOf<Answer<'GET', P>> : never
type ItemOf<A> = A extends Page<infer I> ? I : never

export interface RequestOptions {
  /** Sent as JSON. A Blob is sent unchanged, with its type. */
  body?: unknown
  idempotencyKey?: string
  query?: Record<string, string | number | boolean | null | undefined>
  /** The requested media type, if it is not JSON. The answer is then a Blob. */
  accept?: string
  signal?: AbortSignal
}

const pathWith = (path: string, query: RequestOptions['query'] = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

const headersOf = ({ body, idempotencyKey, accept }: RequestOptions): Record<string, string> => ({
  accept: accept ?? 'application/json',
  // Other sites can send this header only after a CORS preflight request, and the service refuses preflight requests.
  'x-backhaul-console': '1',
  ...(body === undefined ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
})

const bodyOf = (body: unknown): BodyInit | null => (body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body))

const retryAfter = (response: Response): number | null => {
  const value = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : null
}

const refusedBy = async (response: Response): Promise<Refused> => {
  const text = await response.text().catch(() => '')
  try {
    return new Refused(response.status, JSON.parse(text).error, retryAfter(response))
  } catch {
    const error = { code: 'unavailable', message: `The service did not answer as expected (${response.status}).`, details: {} }
    return new RefusedByAnother(response.status, error, retryAfter(response))
  }
}

type Listener = () => void
const sessionEndListeners = new Set<Listener>()

/** Runs `listener` whenever an answer says that the session has ended. Returns a function that stops it. */
export const onSessionEnd = (listener: Listener): (() => void) => {
  sessionEndListeners.add(listener)
  return () => sessionEndListeners.delete(listener)
}

/**
 * The result of the last completed request. `well`: the service answered. `lost`: there was no answer, or only the answer of a proxy.
 * `unable`: the service answered that it cannot handle requests now.
 */
export type Line = 'well' | 'lost' | 'unable'

let line: Line = 'well'
const lineListeners = new Set<Listener>()

export const currentLine = (): Line => line

/** Runs `listener` whenever the state of the connection changes. Returns a function that stops it. */
export const onLineChange = (listener: Listener): (() => void) => {
  lineListeners.add(listener)
  return () => lineListeners.delete(listener)
}

const noteLine = (found: Line): void => {
  if (line === found) return
  line = found
  for (const listener of lineListeners) listener()
}

const lineAfter = (error: unknown): Line => {
  if (!(error instanceof Refused)) return 'lost'
  if (error instanceof RefusedByAnother) return error.status >= 502 ? 'lost' : 'well'
  return error.code === 'unavailable' ? 'unable' : 'well'
}

/** Returns the result of `read` for an answer that is not a refusal. Throws Refused, LineLost, or the abort reason of `signal`. */
const asked = async <Answer>(
  method: Method,
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => {
  const init: RequestInit = {
    method,
    headers: headersOf(options),
    body: bodyOf(options.body),
    credentials: 'same-origin',
    redirect: 'error',
    cache: 'no-store',
    signal: options.signal ?? null,
  }
  try {
    const response = await fetch(pathWith(path, options.query), init)
    if (!response.ok) throw await refusedBy(response)
    noteLine('well')
    return await read(response)
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason
    noteLine(lineAfter(error))
    if (!(error instanceof Refused)) throw new LineLost(error)
    if (error.code === 'session_invalid') for (const listener of sessionEndListeners) listener()
    throw error
  }
}

/**
 * The untyped version of `request`, for code that is generic over paths and answers. Pages use `request`. Resolves to undefined if the
 * answer has no body.
 */
export const send = <Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> =>
  asked(method, path, options, async (response) => {
    if (options.accept) return (await response.blob()) as Answer
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  })

/** Throws Refused, LineLost, or the abort reason of `signal`. */
export const request: <M extends Method, P extends Path, O extends RequestOptions>(
  method: M,
  path: P,
  options?: O,
) => Promise<O extends { accept: string } ? Blob : Answer<M, P>> = send

/** Loads a list page by page, up to `most` pages. `isPartial` is true if there are more pages. */
export const requestAll = async <P extends Path>(path: P, query: RequestOptions['query'], most: number, signal: AbortSignal) => {
  const items: Item<P>[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < most; pages++) {
    const page: Page<Item<P>> = await send('GET', path, { query: { ...query, limit: 100, cursor }, signal })
    items.push(...page.data)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return { items, isPartial: cursor !== null }
}

/** Reads a long answer in chunks as it arrives. Resolves to the whole answer at the end. */
export const requestStream = (path: string, options: RequestOptions, onPiece: (bytes: Uint8Array) => void): Promise<Blob> =>
  asked('GET', path, options, async (response) => {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      pieces.push(value)
      onPiece(value)
    }
    return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
  })
