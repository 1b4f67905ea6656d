import type { HeldWebhook } from './claim.ts'
import { HEALTHY, type Health } from './health.ts'
import type { DeliveryRow, FetchRequest } from './queries.ts'
import { remove } from './short-list.ts'

/** Maximum number of concurrent attempts of one webhook (docs/guide/webhooks.md#concurrency). */
export const MAX_IN_FLIGHT_PER_WEBHOOK = 10
/** The same limit for a receiver whose attempts all time out. Two are enough to notice that it is available again. */
const IN_FLIGHT_WHEN_TIMING_OUT = 2
const TIMEOUTS_BEFORE_SLOWING = MAX_IN_FLIGHT_PER_WEBHOOK
/** After this many failures without a success, the receiver counts as unavailable. Until then, attempts fail at full speed. */
const FAILURES_BEFORE_PACING = 100
/** An attempt that takes longer is slow: it waits for its receiver, not for this process. */
export const YOUNG_MS = 250
const MAX_RETRIES_BUFFERED = MAX_IN_FLIGHT_PER_WEBHOOK
/**
 * Interval of full readings. A full reading reads the waiting deliveries from the lowest number on, so it also finds those below the
 * numbers read so far: deliveries that are sent again, or that this worker gave up. The order of deliveries does not depend on full
 * readings.
 */
const FULL_READING_EVERY_MS = 1000

export interface InFlight {
  delivery: DeliveryRow
  /** Real unix time. */
  started_ms: number
  /** The same time on the partner's clock. It is recorded, and identifies the record of this attempt. */
  at_ms: number
  /** On the clock of performance.now(). */
  began_ms: number
  /** The attempt has ended, but its result has not reached PostgreSQL yet. */
  is_unwritten: boolean
}

/** A worker's memory of one webhook that it holds: which deliveries wait and which are under way. */
export class WebhookBacklog {
  webhook: HeldWebhook
  health: Health
  /** End of the lease, on the clock of performance.now(). No attempt starts after it. */
  leased_until_ms: number
  /**
   * Claims are numbered (leases.ts), and each claim rereads the webhooks that changed. No attempt starts until `last_claim` has reached
   * `needs_claim`.
   */
  needs_claim = 0
  last_claim = 0
  /** The webhook is being disabled because of its failures. No attempt starts meanwhile. */
  disabling = false
  /** All waiting deliveries are being skipped or recovered. No attempt starts meanwhile. */
  bulkUpdating = false
  /** The webhook will be handed to another worker. No further attempt starts. */
  yielding = false
  last_active_ms: number
  /** Attempts that were started and are not recorded yet. A short array, like all lists of attempts: see `remove`. */
  readonly open: InFlight[] = []
  /** Attempts that are under way, oldest first. */
  readonly #in_flight: InFlight[] = []
  /** Number of attempts that have ended but whose result has not reached PostgreSQL yet. */
  unwritten = 0
  #fresh: DeliveryRow[] = []
  #retries: DeliveryRow[] = []
  readonly #known = new Set<string>()
  readonly #busy_subjects = new Set<string>()
  // Whether the last reading of waiting deliveries reached its limit.
  #more_fresh = false
  #more_retries = false
  /** Whether the database may have new rows that were announced after the last reading began. */
  #has_news = false
  /** Earlier readings returned every row up to this number that will ever commit: see `accept`. */
  #shown_to = -1
  /** The current reading. Null if its result is to be ignored. */
  #asked: FetchRequest | null = null
  #full_reading_due_ms = 0
  #timeouts = 0
  #retry_next = false

  constructor(webhook: HeldWebhook, leased_until_ms: number, now_ms: number) {
    this.webhook = webhook
    this.leased_until_ms = leased_until_ms
    this.last_active_ms = now_ms
    const { failing_since, failures, gone_event_id, last_failure, enabled_at } = webhook
    const counts = failing_since !== null && failing_since >= enabled_at
    this.health = counts ? { failing_since, failures, gone_event_id, last_failure } : HEALTHY
  }

  get #stopped(): boolean {
    return this.yielding || this.bulkUpdating || this.disabling || this.last_claim < this.needs_claim || this.webhook.status !== 'enabled'
  }

  /** Whether the last reading reached its limit, so that more fresh rows wait in the database. */
  get hasMore(): boolean {
    return this.#more_fresh
  }

  /** Notes that there may be new rows. The note remains until a reading begins, even if it takes long until there is room for one. */
  expectChanges(): void {
    this.#has_news = true
  }

  /** Whether a reading could add something: there may be new rows, or the last reading reached its limit. */
  wants(capacity: number): boolean {
    if (this.#stopped) return false
    if ((this.#has_news || this.#more_fresh) && this.#fresh.length * 2 < capacity) return true
    return (this.#has_news || this.#more_retries) && this.#retries.length * 2 < MAX_RETRIES_BUFFERED
  }

  /** Replaces the webhook with its reread state. A webhook that was enabled again starts without recorded failures. */
  refresh(webhook: HeldWebhook): void {
    if (webhook.enabled_at !== this.webhook.enabled_at) this.health = HEALTHY
    this.webhook = webhook
    this.forgetWaiting()
  }

  /** Drops the waiting deliveries from memory. The next reading starts from the beginning. */
  forgetWaiting(): void {
    for (const { id } of [...this.#fresh, ...this.#retries]) this.#known.delete(id)
    this.#fresh = []
    this.#retries = []
    this.#shown_to = -1
    this.#asked = null
    this.#full_reading_due_ms = 0
    this.#more_fresh = true
  }

  /** Returns the request for a reading that fills this backlog with up to `capacity` fresh deliveries. */
  request(capacity: number, now_ms: number): FetchRequest {
    this.#has_news = false
    const full = now_ms >= this.#full_reading_due_ms
    if (full) this.#full_reading_due_ms = now_ms + FULL_READING_EVERY_MS
    const after = full ? -1 : this.#shown_to
    const known: number[] = []
    for (const { event_seq } of this.#fresh) if (event_seq > after) known.push(event_seq)
    for (const { event_seq } of this.#retries) known.push(event_seq)
    for (const { delivery } of this.open) if (!delivery.fresh || delivery.event_seq > after) known.push(delivery.event_seq)
    this.#asked = {
      webhook_id: this.webhook.id,
      after,
      fresh: Math.max(0, capacity - this.#fresh.length),
      retries: MAX_RETRIES_BUFFERED - this.#retries.length,
      known,
    }
    return this.#asked
  }

  /**
   * Adds the rows of a reading.
   *
   * `ended`: deliveries whose results were recorded after the reading began. The reading may still return them as waiting.
   * `settled`: every transaction that drew a number up to this one had ended when the reading took its snapshot (horizon.ts).
   *
   * So the reading has returned every row that will ever exist up to `settled`, or up to its last row if it reached its limit earlier. The
   * next reading may begin after that number. If a reading returns an event, it or an earlier reading also returned all earlier events of
   * the same subject: they had committed before the cause of this event began (commit/committer.ts).
   */
  accept(rows: DeliveryRow[], request: FetchRequest, ended: ReadonlySet<string>, settled: number): void {
    // The waiting deliveries were dropped after this reading began. Its rows would overtake those that must be read again.
    if (request !== this.#asked) return
    let fresh = 0
    let read_to = request.after
    let last_before = this.#fresh.at(-1)?.event_seq ?? 0
    let sorted = true
    for (const row of rows) {
      if (row.fresh) {
        fresh++
        read_to = row.event_seq
      }
      if (this.#known.has(row.id) || ended.has(row.id)) continue
      this.#known.add(row.id)
      if (!row.fresh) {
        this.#retries.push(row)
        continue
      }
      if (row.event_seq < last_before) sorted = false
      last_before = row.event_seq
      this.#fresh.push(row)
    }
    if (!sorted) this.#fresh.sort((a, b) => a.event_seq - b.event_seq)
    this.#more_fresh = fresh >= request.fresh
    if (request.fresh > 0) this.#shown_to = this.#more_fresh ? Math.min(read_to, settled) : settled
    this.#more_retries = rows.length - fresh >= request.retries
  }

  /** Whether an attempt has been waiting for its receiver for a long time. */
  isSlow(now_ms: number): boolean {
    const [oldest] = this.#in_flight
    return oldest !== undefined && now_ms - oldest.began_ms >= YOUNG_MS
  }

  /** Whether the receiver has failed for so long that it shares one pace with all failing receivers (pace.ts). */
  get isFailing(): boolean {
    return this.health.failures >= FAILURES_BEFORE_PACING
  }

  /**
   * Number of attempts that would be repeated if this worker were killed now: those under way, and those whose results only this process
   * knows.
   */
  get at_risk(): number {
    return this.#in_flight.length + this.unwritten
  }

  /**
   * Removes and returns the next delivery that may start now; null if there is none. `crowded`: true if slow receivers get no more
   * attempts.
   */
  take(now_ms: number, crowded: boolean): DeliveryRow | null {
    if (crowded && this.isSlow(now_ms)) return null
    const limit = this.#timeouts >= TIMEOUTS_BEFORE_SLOWING ? IN_FLIGHT_WHEN_TIMING_OUT : MAX_IN_FLIGHT_PER_WEBHOOK
    if (this.#stopped || this.at_risk >= limit || now_ms >= this.leased_until_ms) return null
    this.#retry_next = !this.#retry_next
    return this.#retry_next ? (this.#retries.shift() ?? this.#nextFresh()) : (this.#nextFresh() ?? this.#retries.shift() ?? null)
  }

  /**
   * Takes the first delivery whose subject has no first attempt under way. First attempts of one subject are made one at a time, in event
   * order.
   */
  #nextFresh(): DeliveryRow | null {
    const at = this.#fresh.findIndex(({ subject }) => !this.#busy_subjects.has(subject))
    if (at === 0) return this.#fresh.shift() ?? null
    return at < 0 ? null : (this.#fresh.splice(at, 1)[0] ?? null)
  }

  start(delivery: DeliveryRow, started_ms: number, began_ms: number): InFlight {
    const at_ms = started_ms + this.webhook.clock_offset_s * 1000
    const attempt = { delivery, started_ms, at_ms, began_ms, is_unwritten: false }
    this.#in_flight.push(attempt)
    this.open.push(attempt)
    if (delivery.fresh) this.#busy_subjects.add(delivery.subject)
    return attempt
  }

  /** Marks the attempt as ended. Its result will be recorded, and its subject is free again. */
  end(attempt: InFlight, timed_out: boolean): void {
    this.#leave(attempt)
    attempt.is_unwritten = true
    this.unwritten++
    this.#timeouts = timed_out ? this.#timeouts + 1 : 0
  }

  /** The statement that records the attempt has reached PostgreSQL. */
  handOver(attempt: InFlight): void {
    if (!attempt.is_unwritten) return
    attempt.is_unwritten = false
    this.unwritten--
  }

  /** The statement that records the attempt failed. */
  markUnwritten(attempt: InFlight): void {
    if (attempt.is_unwritten) return
    attempt.is_unwritten = true
    this.unwritten++
  }

  #leave(attempt: InFlight): void {
    remove(this.#in_flight, attempt)
    if (attempt.delivery.fresh) this.#busy_subjects.delete(attempt.delivery.subject)
  }

  /** The attempt could not be made or was aborted. Its delivery must be read again, together with all later ones. */
  giveUp(attempt: InFlight, now_ms: number): void {
    this.#leave(attempt)
    this.close(attempt, now_ms)
    this.forgetWaiting()
  }

  /** The attempt is recorded or given up. */
  close(attempt: InFlight, now_ms: number): void {
    remove(this.open, attempt)
    this.handOver(attempt)
    this.#known.delete(attempt.delivery.id)
    this.last_active_ms = now_ms
  }
}

export const byWebhook = (rows: DeliveryRow[]): Map<string, DeliveryRow[]> => {
  const groups = new Map<string, DeliveryRow[]>()
  for (const row of rows) {
    const group = groups.get(row.webhook_id)
    if (group) group.push(row)
    else groups.set(row.webhook_id, [row])
  }
  return groups
}
