import { WebhookError } from './errors.ts'
import type { WebhookEvent } from './generated/types.ts'
import { importSecret, utf8, verify } from './signature.ts'

/** Headers as fetch has them, or as Node's http has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface VerifyOptions {
  /** How far the timestamp may be off, in seconds; 300 when absent. */
  tolerance_s?: number
  /** The current time; the clock's when absent. */
  now?: Date
}

const header = (headers: WebhookHeaders, name: string): string | null => {
  if (headers instanceof Headers) return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return (Array.isArray(found) ? found[0] : found) ?? null
}

const TIMESTAMP = /^(0|[1-9]\d{0,11})$/

/**
 * The event of a delivery, once its signature and its age are verified. `rawBody` is the body as received, before any parsing. During a
 * rotation a delivery carries two signatures: it is enough that one fits one of the secrets. Throws WebhookError. Works in every runtime
 * with Web Crypto.
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance_s = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const names = ['x-service-signature', 'x-service-signature-next']
  const signatures = names.map((name) => header(headers, name)).filter((signature) => signature !== null)
  const timestamp = header(headers, 'x-service-timestamp')
  if (signatures.length === 0) throw new WebhookError('missing_signature', 'The header X-Service-Signature is missing.')
  if (timestamp === null) throw new WebhookError('missing_timestamp', 'The header X-Service-Timestamp is missing.')
  if (!TIMESTAMP.test(timestamp)) throw new WebhookError('malformed_timestamp', 'X-Service-Timestamp is not unix seconds.')
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > tolerance_s) {
    throw new WebhookError('timestamp_skew', `X-Service-Timestamp is more than ${tolerance_s} seconds off.`)
  }
  const body = typeof rawBody === 'string' ? utf8(rawBody) : rawBody
  if (!(await anyFits(typeof secrets === 'string' ? [secrets] : secrets, timestamp, body, signatures))) {
    throw new WebhookError('signature_mismatch', 'No signature fits the body; pass the raw body and the secret of this webhook.')
  }
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookError('malformed_body', 'The body is not JSON.')
  }
}
