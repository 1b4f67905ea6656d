import type { ErrorCode } from './generated/types.ts'

/** The service answered with an error. `code` is stable; switch on it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `unexpected_answer` when the body is not the service's own, as from a proxy in between. */
  readonly code: ErrorCode | 'unexpected_answer'
  readonly details: Record<string, unknown>
  /** X-Request-Id: quote it when you ask about this request. */
  readonly request_id: string | null
  /** Seconds to wait before trying again, when the service said so. */
  readonly retry_after_s: number | null

  constructor(status: number, headers: Headers, text: string) {
    const error = errorOf(text)
    super(error?.message ?? `The answer ${status} is not one of the service.`)
    this.status = status
    this.code = (error?.code as ErrorCode | undefined) ?? 'unexpected_answer'
    this.details = error?.details ?? {}
    this.request_id = headers.get('x-request-id')
    this.retry_after_s = retryAfter(headers)
  }
}

/** No whole answer arrived: the connection failed, was cut, or took too long. A write may or may not have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The delivery is not genuine or not fresh: answer it with 401 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason:
    | 'missing_signature'
    | 'missing_timestamp'
    | 'malformed_timestamp'
    | 'timestamp_skew'
    | 'signature_mismatch'
    | 'malformed_body'

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

const retryAfter = (headers: Headers): number | null => {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
