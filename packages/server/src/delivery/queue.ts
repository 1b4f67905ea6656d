import { HEALTHY, type Health } from './health.ts'
import type { DeliveryRow, FetchRequest, HeldWebhook } from './queries.ts'

/** Attempts of one webhook under way at once (contract §12). */
export const MAX_IN_FLIGHT_PER_WEBHOOK = 10
/** The same for a receiver whose attempts do nothing but time out: enough to notice that it is back. */
const IN_FLIGHT_WHEN_TIMING_OUT = 2
const TIMEOUTS_BEFORE_SLOWING = MAX_IN_FLIGHT_PER_WEBHOOK
/** An attempt that takes longer is slow: it waits for its receiver, not for this process. */
export const YOUNG_MS = 250
const MAX_RETRIES_BUFFERED = MAX_IN_FLIGHT_PER_WEBHOOK
/** For what comes back below the numbers that were read: redelivered, or given up by this worker. The order does not rest on it. */
const FULL_READING_EVERY_MS = 1000

export interface Attempt {
  delivery: DeliveryRow
  /** Unix time, real. */
  started_ms: number
  /** The same on the partner's clock then: what its record says, and what tells the record from others. */
  at_ms: number
  /** On the clock of performance.now(). */
  began_ms: number
  /** Ended, and its result is not with PostgreSQL yet. */
  is_unwritten: boolean
}

/**
 * Takes an attempt off a short list. Not a Set: each time its table is renewed the old one stays linked to the new one, so that one old
 * table that has aged out of the young generation keeps alive all that was ever added after it, until the next full collection.
 */
export const remove = <Item>(list: Item[], item: Item): void => {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}

/** What a worker keeps in memory of one webhook that it holds the lease of: which deliveries wait, and which are under way. */
export class Queue {
  webhook: HeldWebhook
  health: Health
  /** On the clock of performance.now(); nothing starts after it. */
  leased_until_ms: number
  /** Numbers of claims (leases.ts), each of which reads changed webhooks: the one to wait for before anything starts, and the last. */
  needs_claim = 0
  last_claim = 0
  /** Being disabled for its failures: nothing starts meanwhile. */
  disabling = false
  /** Its deliveries are being skipped or recovered as a whole: nothing starts meanwhile. */
  settling = false
  /** To be handed to another worker: nothing starts any more. */
  yielding = false
  last_active_ms: number
  /** Started and not recorded yet. Like all lists of attempts a short array: see `remove`. */
  readonly open: Attempt[] = []
  /** Those still under way, oldest first. */
  readonly #in_flight: Attempt[] = []
  /** Ended, and the result is not with the database yet. */
  unwritten = 0
  #fresh: DeliveryRow[] = []
  #retries: DeliveryRow[] = []
  readonly #known = new Set<string>()
  readonly #busy_subjects = new Set<string>()
  // The last reading was cut by its limit.
  #more_fresh = false
  #more_retries = false
  /** Every row up to this number that will ever commit was shown by an earlier reading: see `accept`. */
  #shown_to = -1
  /** The reading under way; null when what it finds is void. */
  #asked: FetchRequest | null = null
  #full_reading_due_ms = 0
  #timeouts = 0
  #retry_next = false

  constructor(webhook: HeldWebhook, leased_until_ms: number, now_ms: number) {
    this.webhook = webhook
    this.leased_until_ms = leased_until_ms
    this.last_active_ms = now_ms
    const { failing_since, failures, gone_event_id, enabled_at } = webhook
    const counts = failing_since !== null && failing_since >= enabled_at
    this.health = counts ? { failing_since, failures, gone_event_id } : HEALTHY
  }

  get #stopped(): boolean {
    return this.yielding || this.settling || this.disabling || this.last_claim < this.needs_claim || this.webhook.status !== 'enabled'
  }

  /** The last reading left something behind. */
  get behind(): boolean {
    return this.#more_fresh
  }

  /** Whether a reading could add something: `any` when news may have come, else only when the last reading left something behind. */
  wants(room: number, any: boolean): boolean {
    if (this.#stopped) return false
    const fresh = (any || this.#more_fresh) && this.#fresh.length * 2 < room
    return fresh || ((any || this.#more_retries) && this.#retries.length * 2 < MAX_RETRIES_BUFFERED)
  }

  /** Takes over what was read anew; a webhook that was enabled again starts with a clean record. */
  refresh(webhook: HeldWebhook): void {
    if (webhook.enabled_at !== this.webhook.enabled_at) this.health = HEALTHY
    this.webhook = webhook
    this.forgetWaiting()
  }

  /** Drops what waits in memory, to be read anew. */
  forgetWaiting(): void {
    for (const { id } of [...this.#fresh, ...this.#retries]) this.#known.delete(id)
    this.#fresh = []
    this.#retries = []
    this.#shown_to = -1
    this.#asked = null
    this.#full_reading_due_ms = 0
    this.#more_fresh = true
  }

  /** What to read so that up to `room` new deliveries wait here. */
  request(room: number, now_ms: number): FetchRequest {
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
      fresh: Math.max(0, room - this.#fresh.length),
      retries: MAX_RETRIES_BUFFERED - this.#retries.length,
      known,
    }
    return this.#asked
  }

  /**
   * `ended`: deliveries whose results were recorded after the reading began; it may still show them as waiting. `settled`: every
   * transaction that drew a number up to this had ended when the reading looked (horizon.ts).
   *
   * So up to `settled`, and up to its own end if its limit cut it short, the reading has shown all that will ever be there, and the next
   * one may begin after that. Whoever shows an event of a subject thus shows, or was preceded by one that showed, those before it: they
   * had committed before its cause began (platform/committer.ts).
   */
  accept(rows: DeliveryRow[], request: FetchRequest, ended: ReadonlySet<string>, settled: number): void {
    // Dropped meanwhile: rows from before that would go ahead of those that are to be read anew.
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

  /** An attempt under way waits for its receiver for long. */
  isSlow(now_ms: number): boolean {
    const [oldest] = this.#in_flight
    return oldest !== undefined && now_ms - oldest.began_ms >= YOUNG_MS
  }

  /** What a worker that is killed now leaves to be repeated: attempts under way, and those whose results only this process knows. */
  get at_risk(): number {
    return this.#in_flight.length + this.unwritten
  }

  /** The next delivery that may start now, taken off the queue; null when none may. When `crowded`, slow receivers get nothing more. */
  take(now_ms: number, crowded: boolean): DeliveryRow | null {
    if (crowded && this.isSlow(now_ms)) return null
    const limit = this.#timeouts >= TIMEOUTS_BEFORE_SLOWING ? IN_FLIGHT_WHEN_TIMING_OUT : MAX_IN_FLIGHT_PER_WEBHOOK
    if (this.#stopped || this.at_risk >= limit || now_ms >= this.leased_until_ms) return null
    this.#retry_next = !this.#retry_next
    return this.#retry_next ? (this.#retries.shift() ?? this.#takeFresh()) : (this.#takeFresh() ?? this.#retries.shift() ?? null)
  }

  /** The first whose subject has no first attempt under way: per subject, first attempts come one after another in event order. */
  #takeFresh(): DeliveryRow | null {
    const at = this.#fresh.findIndex(({ subject }) => !this.#busy_subjects.has(subject))
    if (at === 0) return this.#fresh.shift() ?? null
    return at < 0 ? null : (this.#fresh.splice(at, 1)[0] ?? null)
  }

  start(delivery: DeliveryRow, started_ms: number, began_ms: number): Attempt {
    const at_ms = started_ms + this.webhook.clock_offset_s * 1000
    const attempt = { delivery, started_ms, at_ms, began_ms, is_unwritten: false }
    this.#in_flight.push(attempt)
    this.open.push(attempt)
    if (delivery.fresh) this.#busy_subjects.add(delivery.subject)
    return attempt
  }

  /** The attempt ended, in whatever way, and its result is to be recorded. */
  end(attempt: Attempt, timed_out: boolean): void {
    remove(this.#in_flight, attempt)
    attempt.is_unwritten = true
    this.unwritten++
    this.#timeouts = timed_out ? this.#timeouts + 1 : 0
  }

  /** The statement that records it is with PostgreSQL. */
  handOver(attempt: Attempt): void {
    if (!attempt.is_unwritten) return
    attempt.is_unwritten = false
    this.unwritten--
  }

  /** That statement failed. */
  takeBack(attempt: Attempt): void {
    if (attempt.is_unwritten) return
    attempt.is_unwritten = true
    this.unwritten++
  }

  /** The attempt could not be made or was broken off: it is to be read anew, before what follows it. */
  giveUp(attempt: Attempt, now_ms: number): void {
    this.close(attempt, now_ms)
    this.forgetWaiting()
  }

  /** The attempt is recorded: its subject is free. */
  close(attempt: Attempt, now_ms: number): void {
    const { delivery } = attempt
    remove(this.#in_flight, attempt)
    remove(this.open, attempt)
    this.handOver(attempt)
    this.#known.delete(delivery.id)
    if (delivery.fresh) this.#busy_subjects.delete(delivery.subject)
    this.last_active_ms = now_ms
  }
}
