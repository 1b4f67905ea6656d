import type { ErrorCode } from './generated/types.ts'

/** The service answered with an error. `code` is stable; switch on it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `unexpected_answer` if the body is not from the service, for example from a proxy in between. */
  readonly code: ErrorCode | 'unexpected_answer'
  readonly details: Record<string, unknown>
  /** The X-Request-Id header. Quote it when you ask about this request. */
  readonly request_id: string | null
  /** Seconds to wait before a retry, if the service sent a Retry-After header. */
  readonly retry_after_s: number | null

  constructor(status: number, headers: Headers, text: string) {
    const error = errorOf(text)
    super(error?.message ?? messageFor(status, headers))
    this.status = status
    this.code = (error?.code as ErrorCode | undefined) ?? 'unexpected_answer'
    this.details = error?.details ?? {}
    this.request_id = headers.get('x-request-id')
    this.retry_after_s = retryAfter(headers)
  }
}

/**
 * No complete answer from the service arrived: the connection failed, was cut or took too long, or a proxy answered instead. A write may or
 * may not have taken effect.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/**
 * The delivery is not genuine or not fresh: answer it with 401 and do nothing. The code `invalid_argument` means that `verifyWebhook` was
 * called incorrectly, for example with a parsed body. It says nothing about the delivery.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason:
    | 'missing_signature'
    | 'missing_timestamp'
    | 'malformed_timestamp'
    | 'timestamp_skew'
    | 'signature_mismatch'
    | 'malformed_body'
    | 'invalid_argument'

  constructor(reason: WebhookError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface ErrorBody {
  code: string
  message: string
  details?: Record<string, unknown>
}

const errorOf = (text: string): ErrorBody | null => {
  try {
    const error: unknown = JSON.parse(text)?.error
    const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'message' in error
    return isOurs ? (error as ErrorBody) : null
  } catch {
    return null
  }
}

/**
 * Returns a message for an error that is not in the service's format. Browsers hide the details of a redirect and report only the status 0.
 */
const messageFor = (status: number, headers: Headers): string => {
  const isRedirect = status === 0 || (status >= 300 && status < 400 && status !== 304)
  if (!isRedirect) return `The answer ${status} is not from the service. Check base_url and any proxy in between.`
  const target = headers.get('location')
  const what = `a redirect${status === 0 ? '' : ` (${status})`}${target ? ` to ${target}` : ''}`
  return `The answer is ${what}, which is not followed. Set base_url to the address of the service itself.`
}

const HTTP_DATE = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]*,? .*\d\d:\d\d:\d\d( \d{4})?$/i

/**
 * Returns the seconds to wait. The header has either whole seconds or an HTTP date. A date is compared with the sender's clock if that is
 * known, otherwise with the local clock.
 */
const retryAfter = (headers: Headers): number | null => {
  const text = (headers.get('retry-after') ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const [at_ms, sent_ms] = [text, headers.get('date') ?? ''].map(timeOf) as [number, number]
  if (Number.isNaN(at_ms)) return null
  return Math.max(0, Math.ceil((at_ms - (Number.isNaN(sent_ms) ? Date.now() : sent_ms)) / 1000))
}

/**
 * Parses one of the three date forms of RFC 9110, and returns NaN for other texts. All three forms are in GMT, even if they do not say so.
 */
const timeOf = (text: string): number => {
  const date = text.replace(/ GMT$/i, '')
  return HTTP_DATE.test(date) ? Date.parse(`${date} GMT`) : Number.NaN
}
