/** Turns the end of an attempt into its result, in the same way for every HTTP client. */
import { StringDecoder } from 'node:string_decoder'
import { parseRetryAfter } from '../../process/retry-after.ts'
import type { UrlRefusal } from '../address-guard.ts'
import type { AttemptResult, ErrorClass } from './http1.ts'

/** At most this many bytes of a body are read. For a longer response, only the status matters. */
export const MAX_BODY_READ_BYTES = 64 * 1024
export const MAX_BODY_KEPT_BYTES = 16 * 1024
const MAX_ERROR_CHARACTERS = 300

/** The state of an attempt when it ended. */
export interface Ended {
  started_ms: number
  address: string | null
  /** Null until the headers of the final response have arrived. */
  status: number | null
  retry_after: string | undefined
  location: string | undefined
  /** Number of body bytes that were read. */
  body_bytes: number
  /** First bytes of the body, at most MAX_BODY_KEPT_BYTES. */
  kept: Buffer
}

/** Returns the result of an attempt that ended now. `failure` is null when the response arrived; then the status decides. */
export function resultOf(
  { started_ms, address, status, retry_after, location, body_bytes, kept }: Ended,
  failure: { error_class: ErrorClass; message: string } | null,
): AttemptResult {
  const failed_by_status = status === null || (status >= 200 && status < 300) ? null : status < 400 ? 'redirect' : 'http_status'
  const error_class = failure?.error_class ?? failed_by_status
  return {
    ok: error_class === null,
    status,
    duration_ms: performance.now() - started_ms,
    address,
    error_class,
    error_message: error_class === null ? null : (failure?.message ?? answered(status, location)).slice(0, MAX_ERROR_CHARACTERS),
    body_bytes,
    body_kept: status === null ? null : storableText(kept),
    retry_after_s: error_class === null ? null : parseRetryAfter(retry_after, Date.now()),
  }
}

const answered = (status: number | null, location: string | undefined): string =>
  `the receiver answered ${status}${location !== undefined && status !== null && status < 400 ? `, a redirect to ${location}` : ''}`

export function refusedResult(reason: UrlRefusal): AttemptResult {
  return {
    ok: false,
    status: null,
    duration_ms: 0,
    address: null,
    error_class: 'address_not_allowed',
    error_message: `the URL is not an allowed webhook target (${reason})`,
    body_bytes: 0,
    body_kept: null,
    retry_after_s: null,
  }
}

export const deadlineMessage = (deadline_ms: number): string => `no complete answer within ${deadline_ms} ms`

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Failures after the connection was made: the transport failed, or TLS could not be read. */
export const classify = (error: NodeJS.ErrnoException): ErrorClass => (RESET_CODES.has(error.code ?? '') ? 'reset' : 'protocol')

/** Returns a text of at most 16 KiB without NUL, which PostgreSQL refuses, and without half a character at the end. */
function storableText(bytes: Buffer): string {
  const text = bytes.length < MAX_BODY_KEPT_BYTES ? bytes.toString() : new StringDecoder('utf8').write(bytes)
  const storable = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  // Each byte that is not UTF-8 may have become three bytes.
  if (storable.length * 3 <= MAX_BODY_KEPT_BYTES) return storable
  const encoded = Buffer.from(storable)
  return encoded.length <= MAX_BODY_KEPT_BYTES ? storable : new StringDecoder('utf8').write(encoded.subarray(0, MAX_BODY_KEPT_BYTES))
}
