/** One request and its response: keeps the deadline and ends exactly once. */
import { StringDecoder } from 'node:string_decoder'
import type { UrlRefusal } from '../address-guard.ts'
import type { AttemptResult, ErrorClass } from './http1.ts'
import { MAX_BODY_KEPT_BYTES, ResponseFault, ResponseParser } from './response-parser.ts'
import { parseRetryAfter } from './retry-after.ts'

export const MAX_BODY_READ_BYTES = 64 * 1024
const MAX_ERROR_CHARACTERS = 300

type OnEnd = (result: AttemptResult, reusable: boolean) => void

export class HttpExchange {
  readonly response = new ResponseParser()
  readonly #connection: { readonly address: string | null }
  readonly #onEnd: OnEnd
  readonly #started_ms = performance.now()
  readonly #deadline: NodeJS.Timeout
  #isEnded = false

  constructor(connection: { readonly address: string | null }, deadline_ms: number, onEnd: OnEnd) {
    this.#connection = connection
    this.#onEnd = onEnd
    this.#deadline = setTimeout(failByDeadline, deadline_ms, this, deadline_ms)
  }

  read(bytes: Buffer): void {
    const { response } = this
    try {
      response.read(bytes)
    } catch (error) {
      if (!(error instanceof ResponseFault)) throw error
      this.fail('protocol', error.message)
      return
    }
    if (response.complete) this.#finish(null, null, response.persistent)
    // A response this long is judged by its status. Reading the rest would only take time.
    else if (response.body_bytes >= MAX_BODY_READ_BYTES) this.#finish(null, null, false)
  }

  /** The connection ended, because of an error or by the receiver. */
  lost(error: NodeJS.ErrnoException | null): void {
    if (error) {
      this.fail(classify(error), error.message)
      return
    }
    this.response.close()
    if (this.response.complete) this.#finish(null, null, false)
    else this.fail('reset', 'the receiver closed the connection before its answer was complete')
  }

  fail(error_class: ErrorClass, message: string): void {
    this.#finish(error_class, message.slice(0, MAX_ERROR_CHARACTERS), false)
  }

  #finish(error_class: ErrorClass | null, message: string | null, reusable: boolean): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#deadline)
    const { status, kept, retry_after } = this.response
    const failed_by_status = status === null || (status >= 200 && status < 300) ? null : status < 400 ? 'redirect' : 'http_status'
    const verdict = error_class ?? failed_by_status
    this.#onEnd(
      {
        ok: verdict === null,
        status,
        duration_ms: performance.now() - this.#started_ms,
        address: this.#connection.address,
        error_class: verdict,
        error_message: message ?? (verdict === null ? null : `the receiver answered ${status}`),
        body_kept: status === null ? null : storableText(kept),
        retry_after_s: verdict === null ? null : parseRetryAfter(retry_after, Date.now()),
      },
      reusable,
    )
  }
}

function failByDeadline(exchange: HttpExchange, deadline_ms: number): void {
  exchange.fail('timeout', `not answered completely within ${deadline_ms} ms`)
}

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Failures after the connection was made: the transport failed, or TLS could not be read. */
const classify = (error: NodeJS.ErrnoException): ErrorClass => (RESET_CODES.has(error.code ?? '') ? 'reset' : 'protocol')

/** Text of at most 16 KiB, without NUL, which PostgreSQL refuses, and without half a character at the end. */
function storableText(bytes: Buffer): string {
  const text = bytes.length < MAX_BODY_KEPT_BYTES ? bytes.toString() : new StringDecoder('utf8').write(bytes)
  const storable = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  // Bytes that are not UTF-8 may have become three times as long.
  if (storable.length * 3 <= MAX_BODY_KEPT_BYTES) return storable
  const encoded = Buffer.from(storable)
  return encoded.length <= MAX_BODY_KEPT_BYTES ? storable : new StringDecoder('utf8').write(encoded.subarray(0, MAX_BODY_KEPT_BYTES))
}

export function refusedResult(reason: UrlRefusal): AttemptResult {
  return {
    ok: false,
    status: null,
    duration_ms: 0,
    address: null,
    error_class: 'address_not_allowed',
    error_message: `the URL is not an allowed webhook target (${reason})`,
    body_kept: null,
    retry_after_s: null,
  }
}
