// Sends creates at a fixed rate to several APIs in turn. Each create is retried with its Idempotency-Key until it is acknowledged. Every
// fifth shipment is then held, released and canceled. Each of these commands is sent after the previous one is acknowledged, and to the
// other API.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Client, SHIPMENT } from '../lib/client.ts'
import { type Json, UnderWay } from '../lib/run.ts'

const MAX_IN_FLIGHT = 300
const TICK_MS = 5
const TIMEOUT_MS = 10_000
const RETRY_MS = 100

/** Whether the same request may succeed later. */
const isPassing = ({ status, body }: Answer) => status >= 500 || status === 429 || body.includes('"idempotency_in_progress"')

export class Load {
  created = 0
  /** Number of creates that were skipped because MAX_IN_FLIGHT requests were in progress. */
  left_out = 0
  /** Number of requests that were retried. */
  repeated = 0
  readonly #client: Client
  readonly #apis: readonly { port: number }[]
  #turn = 0
  #failure: Error | null = null

  constructor(client: Client, apis: readonly { port: number }[]) {
    this.#client = client
    this.#apis = apis
  }

  /** Sends the request to one API after another until an answer settles it. Rejects if no retry would change the answer. */
  async call(method: string, path: string, body?: Json): Promise<Json> {
    const key = method === 'POST' ? randomUUID() : null
    for (;;) {
      const { port } = this.#apis[this.#turn++ % this.#apis.length] as { port: number }
      const answer = await this.#client.send(method, path, body, { to: { port }, key, leave_ms: TIMEOUT_MS }).catch(() => null)
      if (answer && answer.status < 300) return JSON.parse(answer.body.toString())
      if (answer && !isPassing(answer)) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
      this.repeated++
      await sleep(RETRY_MS * (0.5 + Math.random()))
    }
  }

  async #life(n: number): Promise<void> {
    const { id } = await this.call('POST', '/v2/shipments', { ...SHIPMENT, order_id: `order-${n}` })
    this.created++
    if (n % 5 > 0) return
    for (const command of ['hold', 'release', 'cancel']) await this.call('POST', `/v2/shipments/${id}/${command}`)
  }

  /** Resolves when everything that was started is acknowledged. Rejects if an answer is unexpected. */
  async run(seconds: number, rate_per_s: number): Promise<void> {
    const began_ms = performance.now()
    const inFlight = new UnderWay()
    const fail = (error: Error) => {
      this.#failure ??= error
    }
    for (let n = 0; performance.now() - began_ms < seconds * 1000 && !this.#failure; await sleep(TICK_MS)) {
      for (; n < ((performance.now() - began_ms) / 1000) * rate_per_s; n++) {
        if (inFlight.size >= MAX_IN_FLIGHT) this.left_out++
        else inFlight.add(this.#life(n).catch(fail))
      }
    }
    await inFlight.ended()
    if (this.#failure) throw this.#failure
  }
}
