import type { Logger } from 'pino'
import type { Database } from '../database/db.ts'
import { Lane } from '../database/lane.ts'
import { type Clock, iso } from '../process/clock.ts'
import { deliveryMade_ms } from '../process/ids.ts'
import type { InFlight, WebhookBacklog } from './backlog.ts'
import type { AttemptResult } from './http1/http1.ts'
import { logFailure } from './leases.ts'
import * as queries from './queries.ts'
import { nextAttempt } from './schedule.ts'

/** Number of concurrent writing statements. Three keep the database busy while the next results gather. */
export const LANES = 3
const MAX_BATCH = 256
/**
 * A statement that writes many rows has the lowest cost per row, and no delivery waits for it. So the next statement waits until one of
 * these is true: this many results have gathered; one webhook, which cannot have many more, has WORTH_OF_ONE_WEBHOOK results; GATHER_MS
 * have passed since the previous statement began.
 */
const WORTH_A_STATEMENT = 64
const WORTH_OF_ONE_WEBHOOK = 8
const GATHER_MS = 10
/** With this many results in memory, no attempt starts: each result may hold 16 KiB of a response. */
const MAX_UNRECORDED = 256
const RETRY_AFTER_ERROR_MS = 250

export interface AttemptRecord {
  backlog: WebhookBacklog
  attempt: InFlight
  result: AttemptResult
}

export interface RecorderEvents {
  /** The statement has reached PostgreSQL, which runs it even if this process is killed now. */
  onHandedOver: (ended: AttemptRecord[]) => void
  onRecorded: (ended: AttemptRecord[]) => void
}

/** Records the results of attempts. One statement writes all results that have gathered, and is retried until it succeeds. */
export class Recorder {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #events: RecorderEvents
  readonly #lanes: readonly Lane[]
  readonly #free: Lane[]
  #waiting: AttemptRecord[] = []
  #unrecorded = 0
  #is_urgent = false
  #planned: NodeJS.Immediate | null = null
  #gathering: NodeJS.Timeout | null = null
  #began_ms = Number.NEGATIVE_INFINITY
  #stopping = false

  constructor(db: Database, clock: Clock, log: Logger, events: RecorderEvents) {
    this.#lanes = Array.from({ length: LANES }, () => new Lane(db, queries.RECORDING))
    this.#free = [...this.#lanes]
    this.#clock = clock
    this.#log = log
    this.#events = events
  }

  /** Stops the retries of failed statements. Another worker repeats the attempts that were not recorded. */
  stop(): void {
    this.#stopping = true
    for (const lane of this.#lanes) lane.close()
  }

  get isFull(): boolean {
    return this.#unrecorded >= MAX_UNRECORDED
  }

  add(ended: AttemptRecord): void {
    this.#unrecorded++
    this.#waiting.push(ended)
    if (ended.backlog.unwritten >= WORTH_OF_ONE_WEBHOOK) this.#is_urgent = true
    this.#plan()
  }

  #plan(): void {
    if (this.#stopping || this.#free.length === 0 || this.#waiting.length === 0) return
    const isWorthIt = this.#is_urgent || this.#waiting.length >= WORTH_A_STATEMENT
    const wait_ms = isWorthIt ? 0 : this.#began_ms + GATHER_MS - performance.now()
    // Results from one turn of the event loop are written together.
    if (wait_ms <= 0) this.#planned ??= setImmediate(() => this.#begin())
    else this.#gathering ??= setTimeout(() => this.#begin(), wait_ms)
  }

  #begin(): void {
    if (this.#planned) clearImmediate(this.#planned)
    if (this.#gathering) clearTimeout(this.#gathering)
    this.#planned = null
    this.#gathering = null
    this.#began_ms = performance.now()
    // Lanes are used round-robin. Each is a PostgreSQL process, and the one that worked last is the least likely to find a free processor.
    const lane = this.#free.shift()
    if (lane) void this.#use(lane)
  }

  async #use(lane: Lane): Promise<void> {
    const isOpen = await this.#trying(() => lane.open())
    const batch = isOpen ? this.#take() : []
    this.#plan()
    const isRecorded = batch.length > 0 && (await this.#trying(() => this.#write(lane, batch)))
    if (this.#stopping) lane.close()
    this.#unrecorded -= batch.length
    this.#free.push(lane)
    if (isRecorded) this.#events.onRecorded(batch)
    this.#plan()
  }

  /** Removes and returns the result that has waited longest, and all others that fit into the same statement. */
  #take(): AttemptRecord[] {
    const [oldest] = this.#waiting
    const isFirst = oldest !== undefined && isFirstSuccess(oldest)
    const batch: AttemptRecord[] = []
    const rest: AttemptRecord[] = []
    for (const ended of this.#waiting) {
      const fits = batch.length < MAX_BATCH && isFirstSuccess(ended) === isFirst
      if (fits) batch.push(ended)
      else rest.push(ended)
    }
    this.#waiting = rest
    // The remaining results need the other recording statement, and have waited just as long.
    this.#is_urgent = rest.length > 0
    return batch
  }

  async #write(lane: Lane, batch: AttemptRecord[]): Promise<void> {
    await lane.open()
    const isFirst = isFirstSuccess(batch[0] as AttemptRecord)
    const recorded = isFirst ? queries.recordFirst(lane, batch.map(idOf), batch.map(success)) : this.#record(lane, batch)
    if (lane.isSent) this.#handOver(batch)
    else lane.whenSent(() => this.#handOver(batch))
    try {
      const count = await recorded
      // Some deliveries already had a recorded attempt, either by another worker while its lease had expired or by an earlier try of this
      // statement.
      if (isFirst && count < batch.length) await this.#record(lane, batch)
    } catch (error) {
      for (const { backlog, attempt } of batch) backlog.markUnwritten(attempt)
      throw error
    }
  }

  /** Sorts by id, so that two workers that record the same deliveries cannot deadlock. */
  #record(lane: Lane, batch: AttemptRecord[]): Promise<number> {
    const inOrder = batch.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    return queries.record(
      lane,
      inOrder.map((ended) => this.#row(ended)),
    )
  }

  #handOver(batch: AttemptRecord[]): void {
    for (const { backlog, attempt } of batch) backlog.handOver(attempt)
    this.#events.onHandedOver(batch)
  }

  /** @returns false if it failed and is not retried because the recorder is stopping */
  async #trying(act: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await act()
        return true
      } catch (error) {
        logFailure(this.#log, error, 'recording attempts failed')
        if (this.#stopping) return false
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_ERROR_MS))
      }
    }
  }

  #row(ended: AttemptRecord): queries.AttemptRow {
    const { backlog, attempt, result } = ended
    const { delivery } = attempt
    const number = delivery.attempts + 1
    const now_ms = this.#clock.now()
    const next = result.ok ? null : nextAttempt({ attempt: number, retry_after_s: result.retry_after_s, now_ms, random: Math.random() })
    const retry_ms = next?.kind === 'retry' ? next.at_ms : null
    return {
      ...success(ended),
      id: delivery.id,
      version: delivery.version,
      attempt: number,
      delivery_status: result.ok ? 'delivered' : retry_ms === null ? 'exhausted' : 'pending',
      delay_ms: retry_ms === null ? null : retry_ms - now_ms,
      clock_offset_s: backlog.webhook.clock_offset_s,
      trigger: delivery.trigger,
      error_class: result.error_class,
      error_message: storable(result.error_message),
      next_attempt_at: retry_ms === null ? null : iso(retry_ms + backlog.webhook.clock_offset_s * 1000),
    }
  }
}

const isFirstSuccess = ({ attempt: { delivery, started_ms }, result }: AttemptRecord): boolean =>
  result.ok &&
  delivery.attempts === 0 &&
  delivery.version === 1 &&
  delivery.trigger === 'schedule' &&
  started_ms - deliveryMade_ms(delivery.id) < queries.FIRST_SUCCESS_WITHIN_MS

const idOf = ({ attempt }: AttemptRecord): string => attempt.delivery.id

const success = ({ attempt: { at_ms }, result }: AttemptRecord): queries.Success => ({
  at_ms,
  address: result.address,
  status: result.status,
  duration_ms: Math.round(result.duration_ms),
  answer: result.body_kept,
})

/** Makes a text acceptable for JSON and PostgreSQL: without NUL and without lone surrogates. */
export const storable = (text: string | null): string | null => text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null
