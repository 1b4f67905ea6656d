import type { Logger } from 'pino'
import { type Clock, iso } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import type { AttemptResult } from './attempt.ts'
import { complain } from './leases.ts'
import type { Attempt, Queue } from './queue.ts'
import { nextAttempt } from './schedule.ts'
import * as store from './store.ts'

/** Statements that write at a time: three keep the database busy while the next results gather. */
const LANES = 3
const MAX_BATCH = 256
/** A row costs least in a statement with many, so the next one waits for so many results, or until the one before began so long ago. */
const WORTH_A_STATEMENT = 64
const GATHER_MS = 4
const RETRY_AFTER_ERROR_MS = 250

export interface EndedAttempt {
  queue: Queue
  attempt: Attempt
  result: AttemptResult
}

export type OnRecorded = (ended: EndedAttempt[], webhooks: store.WebhookState[]) => void

/**
 * Results that may be waiting for their record when another attempt starts. Together with the attempts under way this is what a killed
 * worker leaves to be repeated. Enough for all lanes to write while the next results gather.
 */
export const MAX_UNRECORDED = 256

/** Writes results of attempts down, as many as have gathered with each statement, and tries again until that worked. */
export class Recorder {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #onRecorded: OnRecorded
  #waiting: EndedAttempt[] = []
  #busy = 0
  #unrecorded = 0
  #planned: NodeJS.Immediate | null = null
  #gathering: NodeJS.Timeout | null = null
  #began_ms = Number.NEGATIVE_INFINITY
  #stopping = false

  constructor(db: Database, clock: Clock, log: Logger, onRecorded: OnRecorded) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#onRecorded = onRecorded
  }

  /** From now on a failure is final: what is not recorded is attempted again by another worker. */
  stop(): void {
    this.#stopping = true
  }

  get isFull(): boolean {
    return this.#unrecorded >= MAX_UNRECORDED
  }

  add(ended: EndedAttempt): void {
    this.#unrecorded++
    this.#waiting.push(ended)
    this.#plan()
  }

  #plan(): void {
    if (this.#busy >= LANES || this.#waiting.length === 0) return
    const wait_ms = this.#waiting.length >= WORTH_A_STATEMENT ? 0 : this.#began_ms + GATHER_MS - performance.now()
    // Results of one turn of the event loop go together.
    if (wait_ms <= 0) this.#planned ??= setImmediate(() => this.#begin())
    else this.#gathering ??= setTimeout(() => this.#begin(), wait_ms)
  }

  #begin(): void {
    if (this.#planned) clearImmediate(this.#planned)
    if (this.#gathering) clearTimeout(this.#gathering)
    this.#planned = null
    this.#gathering = null
    this.#began_ms = performance.now()
    void this.#write(this.#waiting.splice(0, MAX_BATCH))
    this.#plan()
  }

  async #write(batch: EndedAttempt[]): Promise<void> {
    this.#busy++
    const rows = batch.map((ended) => this.#row(ended))
    const webhookIds = [...new Set(batch.map(({ queue }) => queue.webhook.id))]
    const webhooks = await this.#persist(rows, webhookIds)
    this.#busy--
    this.#unrecorded -= batch.length
    if (webhooks) this.#onRecorded(batch, webhooks)
    this.#plan()
  }

  /** @returns null when it was given up */
  async #persist(rows: store.RecordedAttempt[], webhookIds: string[]): Promise<store.WebhookState[] | null> {
    for (;;) {
      try {
        return await store.record(this.#db, rows, webhookIds)
      } catch (error) {
        complain(this.#log, error, 'recording attempts failed')
        if (this.#stopping) return null
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_ERROR_MS))
      }
    }
  }

  #row({ queue, attempt: { delivery, started_ms }, result }: EndedAttempt): store.RecordedAttempt {
    const attempt = delivery.attempts + 1
    const now_ms = this.#clock.now()
    const offset_ms = queue.webhook.clock_offset_s * 1000
    const next = result.ok ? null : nextAttempt({ attempt, retry_after_s: result.retry_after_s, now_ms, random: Math.random() })
    const retry_ms = next?.kind === 'retry' ? next.at_ms : null
    return {
      id: delivery.id,
      version: unless(1, delivery.version),
      attempt: unless(1, attempt),
      delivery_status: result.ok ? undefined : retry_ms === null ? 'exhausted' : 'pending',
      delay_ms: retry_ms === null ? undefined : retry_ms - now_ms,
      trigger: delivery.trigger === 'schedule' ? undefined : delivery.trigger,
      at: iso(started_ms + offset_ms),
      address: result.address ?? undefined,
      status: result.status ?? undefined,
      duration_ms: Math.round(result.duration_ms),
      error_class: result.error_class ?? undefined,
      error_message: storable(result.error_message),
      answer: result.body_kept ?? undefined,
      next_attempt_at: retry_ms === null ? undefined : iso(retry_ms + offset_ms),
    }
  }
}

const unless = (common: number, value: number): number | undefined => (value === common ? undefined : value)

/** Text as JSON and PostgreSQL take it: without NUL and without halves of surrogate pairs. */
const storable = (text: string | null): string | undefined => text?.toWellFormed().replaceAll('\0', '\ufffd')
