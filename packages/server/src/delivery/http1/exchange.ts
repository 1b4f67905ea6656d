/** One request and its response. Enforces the deadline and ends exactly once. */
import type { AttemptResult, ErrorClass } from './http1.ts'
import { ResponseFault, ResponseParser } from './response-parser.ts'
import { classify, deadlineMessage, MAX_BODY_READ_BYTES, resultOf } from './result.ts'

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
    if (response.complete) this.#finish(null, response.persistent)
    else if (response.body_bytes >= MAX_BODY_READ_BYTES) this.#finish(null, false)
  }

  /** The connection ended, through an error or because the receiver closed it. */
  lost(error: NodeJS.ErrnoException | null): void {
    if (error) {
      this.fail(classify(error), error.message)
      return
    }
    this.response.close()
    if (this.response.complete) this.#finish(null, false)
    else this.fail('reset', 'the receiver closed the connection before its answer was complete')
  }

  fail(error_class: ErrorClass, message: string): void {
    this.#finish({ error_class, message }, false)
  }

  #finish(failure: { error_class: ErrorClass; message: string } | null, reusable: boolean): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#deadline)
    const { status, body_bytes, kept, retry_after, location } = this.response
    const ended = { location, started_ms: this.#started_ms, address: this.#connection.address, status, retry_after, body_bytes, kept }
    this.#onEnd(resultOf(ended, failure), reusable)
  }
}

function failByDeadline(exchange: HttpExchange, deadline_ms: number): void {
  exchange.fail('timeout', deadlineMessage(deadline_ms))
}
