import { WebhookError } from './errors.ts'
import type { WebhookEvent } from './generated/types.ts'
import { importSecret, utf8, verify } from './signature.ts'

type HeaderValue = string | readonly string[] | undefined

/**
 * Headers as `fetch` or Node's http (`headers` and `rawHeaders`) provide them, or as a record, a Map or a list of pairs. Names may be in
 * any case.
 */
export type WebhookHeaders = Headers | Readonly<Record<string, HeaderValue>> | Iterable<readonly [string, HeaderValue]> | readonly string[]

export interface VerifyOptions {
  /** Maximum deviation of the timestamp, in seconds; 300 when absent. */
  tolerance_s?: number
  /** The current time; read from the clock when absent. */
  now?: Date
}

const invalid = (message: string): WebhookError => new WebhookError('invalid_argument', message)

/** Avoid `instanceof`: it fails for an ArrayBuffer from another realm, as in Jest. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer => Object.prototype.toString.call(value) === '[object ArrayBuffer]'

const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return utf8(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  // A detached buffer has length 0 and throws when it is read.
  if (isArrayBuffer(body)) return body.byteLength === 0 ? new Uint8Array() : new Uint8Array(body)
  const parsed = typeof body === 'object' && body !== null
  const what = parsed ? 'was already parsed' : `is ${body === undefined || body === null ? 'missing' : `a ${typeof body}`}`
  throw invalid(`The body ${what}: pass the raw body as it was received, as text or bytes.`)
}

const pairsOf = (headers: unknown): [unknown, unknown][] => {
  if (typeof headers !== 'object' || headers === null)
    throw invalid('The headers are missing: pass the headers of the request, such as request.headers.')
  if (!(Symbol.iterator in headers)) return Object.entries(headers)
  const items = Array.from(headers as Iterable<unknown>)
  // Node's rawHeaders alternate names and values.
  if (typeof items[0] === 'string') return items.flatMap((name, i) => (i % 2 === 0 ? [[name, items[i + 1]] as [unknown, unknown]] : []))
  return items.filter((item): item is [unknown, unknown] => Array.isArray(item))
}

/** Returns the values of each header, by its name in lower case. */
const valuesOf = (headers: unknown): Map<string, string[]> => {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairsOf(headers)) {
    const texts = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
    if (typeof name !== 'string') continue
    const key = name.toLowerCase()
    values.set(key, [...(values.get(key) ?? []), ...texts])
  }
  return values
}

const secretsOf = (secrets: unknown): string[] => {
  const list: unknown[] = Array.isArray(secrets) ? secrets : [secrets]
  const texts = list.filter((one): one is string => typeof one === 'string' && one !== '')
  if (texts.length === 0 || texts.length < list.length) throw invalid('A secret is missing: pass the secret of this webhook as text.')
  return texts
}

const toleranceOf = (tolerance_s: unknown): number => {
  if (typeof tolerance_s === 'number' && Number.isFinite(tolerance_s) && tolerance_s >= 0) return tolerance_s
  throw invalid('tolerance_s must be a number of seconds, 0 or more: without a limit, an old delivery could be replayed.')
}

const secondsOf = (now: unknown): number => {
  const ms = typeof (now as Date | null)?.getTime === 'function' ? (now as Date).getTime() : Number.NaN
  if (Number.isFinite(ms)) return Math.floor(ms / 1000)
  throw invalid('now must be a valid Date.')
}

const TIMESTAMP = /^(0|[1-9]\d{0,11})$/

/**
 * Returns the event of a delivery after verifying its signature and age. `rawBody` is the body as received, before any parsing. While a
 * secret is rotated, a delivery carries two signatures. The delivery is valid if one of them matches one of the secrets. Throws only
 * WebhookError. Works in every runtime with Web Crypto.
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const { tolerance_s = 300, now = new Date() } = options ?? {}
  const body = bytesOf(rawBody)
  const values = valuesOf(headers)
  const keys = secretsOf(secrets)
  const tolerance = toleranceOf(tolerance_s)
  const now_s = secondsOf(now)

  const signatures = ['x-service-signature', 'x-service-signature-next'].flatMap((name) => values.get(name) ?? [])
  const timestamp = values.get('x-service-timestamp')?.[0]
  if (signatures.length === 0) throw new WebhookError('missing_signature', 'The header X-Service-Signature is missing.')
  if (timestamp === undefined) throw new WebhookError('missing_timestamp', 'The header X-Service-Timestamp is missing.')
  if (!TIMESTAMP.test(timestamp))
    throw new WebhookError('malformed_timestamp', 'X-Service-Timestamp must be a whole number of Unix seconds.')
  if (Math.abs(now_s - Number(timestamp)) > tolerance)
    throw new WebhookError('timestamp_skew', `X-Service-Timestamp differs from the current time by more than ${tolerance} seconds.`)
  if (!(await anyFits(keys, timestamp, body, signatures)))
    throw new WebhookError('signature_mismatch', 'No signature matches the body. Pass the raw body and the secret of this webhook.')
  return parse(body)
}

const anyFits = async (secrets: readonly string[], timestamp: string, body: Uint8Array, signatures: string[]): Promise<boolean> => {
  for (const secret of secrets) {
    const key = await importSecret(secret)
    for (const signature of signatures) if (await verify(key, timestamp, body, signature)) return true
  }
  return false
}

const parse = (body: Uint8Array): WebhookEvent => {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent
  } catch {}
  throw new WebhookError('malformed_body', 'The body is not a JSON object.')
}
