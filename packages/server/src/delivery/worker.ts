// Sends what the commits have queued in `deliveries`. PostgreSQL is the only queue: a row is written by the statement that causes it.
//
// Parts: a worker takes leases of webhooks, not of rows (store.ts `claim`, skip locked). Whoever holds a webhook is the only one that
// sends for it, so its limit of 10 attempts in flight and the order of its first attempts need no coordination, also across processes,
// and starting an attempt writes nothing. A pass of the loop reads what is due for the webhooks held (`fetchDue`) and takes more webhooks;
// queue.ts decides what may start; results are recorded many at a time; a heartbeat renews the leases on the database's clock.
//
// Promise: at least once. An attempt keeps its place among the 10 until its result is recorded, so a worker that is killed leaves at
// most 10 attempts per webhook to be repeated, by another worker, when the lease has run out (LEASE_S). First attempts of one
// subject follow each other in event order. Webhooks share only the process: a receiver that hangs holds 10 sockets, then 2.
// A change of a webhook takes effect with the next attempt: nothing starts but on a reading or a record that returned its version.
//
// Not promised: an order between first attempts and retries; the limit of 10 while a worker that cannot reach the database finishes
// attempts whose lease ran out meanwhile.
import { iso } from '../platform/clock.ts'
import { Database, Unavailable } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import type { Service } from '../platform/service.ts'
import { Upkeep } from '../platform/upkeep.ts'
import { type SigningSecrets, signingSecrets } from '../webhooks/secrets.ts'
import { judge } from './health.ts'
import { type Attempt, Queue } from './queue.ts'
import { nextAttempt } from './schedule.ts'
import { type AttemptResult, createSender, MAX_IN_FLIGHT, type Sender } from './send.ts'
import { attemptHeaders } from './sign.ts'
import * as store from './store.ts'

/** A reading, two records and a heartbeat may run at once. */
const CONNECTIONS = 4
/** Statistics of a table that fills and drains within minutes are always wrong; every statement here has its index. */
const PLANNER = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan'

const HEARTBEAT_MS = 2000
/** Nothing starts in the last part of a lease: its renewal may have been slow. */
const LEASE_MARGIN_MS = 2000
const MAX_HELD = 500
/** A lease without work is given back after this. */
const IDLE_RELEASE_MS = 15_000
/** Time for others to take what this worker gave up as its share was too large. */
const YIELD_PAUSE_MS = 1500

const CLAIM_EVERY_MS = 25
const POLL_BUSY_MS = 25
const POLL_IDLE_MS = 500
const MAX_PASS_PAUSE_MS = 20
const BUFFERED_DELIVERIES = 8192
const MAX_BUFFERED_PER_WEBHOOK = 128
const MIN_BUFFERED_PER_WEBHOOK = 20

/** Attempts that may be under way and have not shown to be slow: more would only wait for the processor. */
const MAX_YOUNG = 128
const YOUNG_MS = 250

const RECORD_LANES = 2
const MAX_RECORDED = 256
const RETRY_AFTER_ERROR_MS = 250
const RETRY_AFTER_FAULT_MS = 30_000
/** How long `stop` waits for attempts under way; those that remain are repeated by the next worker. */
const STOP_GRACE_MS = 5000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export class DeliveryWorker {
  readonly #service: Service
  readonly #db: Database
  readonly #sender: Sender
  readonly #upkeep: Upkeep
  readonly #id = newId('request').replace('req_', 'wrk_')
  readonly #held = new Map<string, Queue>()
  readonly #secrets = new Map<string, { version: number; until_ms: number; secrets: SigningSecrets }>()
  /** Queues that may have something to start; the next one is the first. */
  readonly #ready = new Set<Queue>()
  readonly #young = new Set<Attempt>()
  #results: { queue: Queue; attempt: Attempt; result: AttemptResult }[] = []
  #recording = 0
  #flush_planned = false
  /** Recorded since the reading under way began. */
  readonly #ended_meanwhile = new Set<string>()
  #stopping = false
  #woken = false
  #claim_now = true
  #last_claim_ms = 0
  #no_claim_until_ms = 0
  #wake_sleeper: () => void = () => {}
  #loops: Promise<void>[] = []

  constructor(service: Service) {
    this.#service = service
    this.#db = new Database(service.db.config, CONNECTIONS, PLANNER)
    this.#sender = createSender({ allowPrivate: service.config.privateWebhooks })
    this.#upkeep = new Upkeep(this.#db, service.log)
  }

  start(): void {
    this.#loops = [this.#passes(), this.#heartbeats(), this.#upkeep.run()]
  }

  /** A hint that deliveries were committed: without it they are found by polling. */
  wake(): void {
    this.#woken = true
    this.#wake_sleeper()
  }

  /** Lets attempts under way end, records them and gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#upkeep.stop()
    this.wake()
    const give_up_ms = performance.now() + STOP_GRACE_MS
    while (this.#under_way > 0 && performance.now() < give_up_ms) await sleep(10)
    this.#sender.close()
    await Promise.all(this.#loops)
    try {
      await store.heartbeat(this.#db, this.#id, [], this.#states([...this.#held.values()]))
      await store.leave(this.#db, this.#id)
    } catch (error) {
      this.#service.log.warn({ err: error }, 'could not give the leases back; they run out')
    }
    await this.#db.close()
  }

  get #under_way(): number {
    let count = 0
    for (const queue of this.#held.values()) count += queue.in_flight.size
    return count
  }

  // Reading

  async #passes(): Promise<void> {
    let idle_ms = POLL_BUSY_MS
    let last_news_ms = 0
    while (!this.#stopping) {
      const began_ms = performance.now()
      const news = this.#woken || began_ms - last_news_ms >= idle_ms
      if (news) last_news_ms = began_ms
      this.#woken = false
      let found = false
      try {
        found = await this.#fetch(news)
        found = (await this.#claim()) || found
      } catch (error) {
        this.#complain(error, 'reading deliveries failed')
        await sleep(RETRY_AFTER_ERROR_MS)
      }
      if (found || this.#woken) idle_ms = POLL_BUSY_MS
      else if (news) idle_ms = Math.min(idle_ms * 2, POLL_IDLE_MS)
      await sleep(Math.min(performance.now() - began_ms, MAX_PASS_PAUSE_MS))
      if (!this.#woken && !this.#hungry()) await this.#nap(Math.max(1, last_news_ms + idle_ms - performance.now()))
    }
  }

  async #nap(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake_sleeper = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake_sleeper = () => {}
  }

  get #room(): number {
    const fair = Math.floor(BUFFERED_DELIVERIES / Math.max(1, this.#held.size))
    return Math.min(MAX_BUFFERED_PER_WEBHOOK, Math.max(MIN_BUFFERED_PER_WEBHOOK, fair))
  }

  #hungry(): boolean {
    const room = this.#room
    for (const queue of this.#held.values()) if (queue.wants(room, false)) return true
    return false
  }

  /** @returns whether anything was found */
  async #fetch(news: boolean): Promise<boolean> {
    const room = this.#room
    const queues = [...this.#held.values()].filter((queue) => queue.wants(room, news))
    if (queues.length === 0) return false
    this.#ended_meanwhile.clear()
    const now_ms = performance.now()
    const requests = queues.map((queue) => queue.request(room, now_ms))
    const rows = await store.fetchDue(this.#db, requests)
    const by_webhook = new Map<string, store.DeliveryRow[]>()
    for (const row of rows) {
      const known = by_webhook.get(row.webhook_id)
      if (known) known.push(row)
      else by_webhook.set(row.webhook_id, [row])
    }
    for (const [i, queue] of queues.entries()) {
      const found = by_webhook.get(queue.webhook.id) ?? []
      if (this.#held.get(queue.webhook.id) !== queue) continue
      queue.accept(found, requests[i] as store.FetchRequest, this.#ended_meanwhile)
      const [first] = found
      if (first) this.#observe(queue, first.webhook_version, first.clock_offset_s)
      this.#ready.add(queue)
    }
    this.#dispatch()
    return rows.length > 0
  }

  #observe(queue: Queue, version: number, clock_offset_s: number): void {
    queue.webhook.clock_offset_s = clock_offset_s
    if (version <= queue.webhook.version) return
    queue.needs_version = Math.max(queue.needs_version, version)
    this.#claimSoon()
  }

  #claimSoon(): void {
    this.#claim_now = true
    this.wake()
  }

  /** Takes more webhooks, and reads changed ones anew. */
  async #claim(): Promise<boolean> {
    const now_ms = performance.now()
    if (!this.#claim_now && now_ms - this.#last_claim_ms < CLAIM_EVERY_MS) return false
    this.#claim_now = false
    this.#last_claim_ms = now_ms
    const limit = now_ms < this.#no_claim_until_ms ? 0 : Math.max(0, MAX_HELD - this.#held.size)
    const held = [...this.#held.values()].map(({ webhook: { id, version } }) => ({ id, version }))
    const webhooks = await store.claim(this.#db, this.#id, limit, held)
    for (const webhook of webhooks) {
      let queue = this.#held.get(webhook.id)
      if (queue) queue.refresh(webhook)
      else if (!webhook.claimed) continue
      else queue = new Queue(webhook, now_ms + store.LEASE_S * 1000 - LEASE_MARGIN_MS, now_ms)
      this.#held.set(webhook.id, queue)
      this.#settle(queue)
    }
    if (webhooks.length > 0) this.wake()
    return webhooks.length > 0
  }

  /** Skips what waits for a webhook that is not enabled, or queues again what its partner wants recovered; nothing starts meanwhile. */
  #settle(queue: Queue): void {
    const { status, recover_since } = queue.webhook
    if (queue.settling || (status === 'enabled' && !recover_since)) return
    queue.settling = true
    queue.forgetWaiting()
    this.#settled(queue)
      .catch(async (error) => {
        this.#complain(error, 'skipping or recovering deliveries failed')
        await sleep(RETRY_AFTER_ERROR_MS)
        if (this.#held.get(queue.webhook.id) === queue && !this.#stopping) queueMicrotask(() => this.#settle(queue))
      })
      .finally(() => {
        queue.settling = false
        this.#claimSoon()
      })
  }

  async #settled(queue: Queue): Promise<void> {
    const { id, status, recover_since, version, clock_offset_s } = queue.webhook
    const under_way = [...queue.in_flight.values()].map(({ delivery }) => delivery.event_seq)
    let count = store.SETTLE_BATCH
    while (status !== 'enabled' && count === store.SETTLE_BATCH) count = await store.skipWaiting(this.#db, id, under_way)
    while (status === 'enabled' && count > 0) count = await store.recoverSome(this.#db, id)
    if (!recover_since) return
    await store.endRecovery(this.#db, id, version)
    this.#observe(queue, version + 1, clock_offset_s)
  }

  // Sending

  #dispatch(): void {
    const now_ms = performance.now()
    for (const attempt of this.#young) {
      if (now_ms - attempt.began_ms < YOUNG_MS) break
      this.#young.delete(attempt)
    }
    while (!this.#stopping && this.#ready.size > 0 && this.#young.size < MAX_YOUNG && this.#sender.in_flight < MAX_IN_FLIGHT) {
      const [queue] = this.#ready as Iterable<Queue>
      if (!queue) return
      this.#ready.delete(queue)
      const delivery = queue.take(now_ms)
      if (!delivery) continue
      this.#ready.add(queue)
      const attempt = queue.start(delivery, this.#service.clock.now(), now_ms)
      this.#young.add(attempt)
      void this.#send(queue, attempt)
    }
  }

  async #send(queue: Queue, attempt: Attempt): Promise<void> {
    let result: AttemptResult
    try {
      result = await this.#attempt(queue, attempt)
    } catch (error) {
      // Ours to mend (a secret that does not open, say), so it uses no attempt up. Its place stays taken, lest it is tried without pause.
      this.#service.log.error({ err: error, delivery: attempt.delivery.id }, 'an attempt could not be made')
      setTimeout(() => queue.end(attempt, performance.now()), RETRY_AFTER_FAULT_MS).unref()
      return
    } finally {
      this.#young.delete(attempt)
    }
    if (result.error_class === 'aborted') {
      // Says nothing about the receiver: the delivery stays as it was and is repeated by the next worker.
      queue.end(attempt, performance.now())
      return
    }
    queue.observe(result.error_class === 'timeout')
    this.#judge(queue, attempt, result)
    this.#results.push({ queue, attempt, result })
    this.#planFlush()
    this.#dispatch()
  }

  async #attempt(queue: Queue, { delivery, started_ms }: Attempt): Promise<AttemptResult> {
    const body = Buffer.from(delivery.body)
    const headers = attemptHeaders({
      ...this.#signing(queue, started_ms),
      event_id: delivery.event_id,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      timestamp_s: Math.floor(started_ms / 1000),
      body,
    })
    return await this.#sender.send({ url: queue.webhook.url, headers, body })
  }

  #signing({ webhook }: Queue, now_ms: number): SigningSecrets {
    const known = this.#secrets.get(webhook.id)
    if (known && known.version === webhook.version && now_ms < known.until_ms) return known.secrets
    const ends_ms = webhook.next_secret_at === null ? Number.POSITIVE_INFINITY : Date.parse(webhook.next_secret_at)
    const until_ms = now_ms < ends_ms ? ends_ms : Number.POSITIVE_INFINITY
    const secrets = signingSecrets(this.#service, webhook, now_ms)
    this.#secrets.set(webhook.id, { version: webhook.version, until_ms, secrets })
    return secrets
  }

  #judge(queue: Queue, { delivery }: Attempt, { ok, status }: AttemptResult): void {
    const { webhook } = queue
    const now = iso(this.#service.clock.now() + webhook.clock_offset_s * 1000)
    const { health, disable } = judge(queue.health, { ok, status, event_id: delivery.event_id, now })
    queue.health = health
    if (disable === null || queue.disabling || webhook.status !== 'enabled') return
    queue.disabling = true
    this.#service.log.warn({ webhook: webhook.id, partner: webhook.partner_id, reason: disable }, 'webhook disabled')
    store
      .disable(this.#db, webhook.id, disable)
      .then((version) => this.#observe(queue, version, webhook.clock_offset_s))
      // The next failure judges again.
      .catch((error) => this.#complain(error, 'disabling a webhook failed'))
      .finally(() => {
        queue.disabling = false
      })
  }

  // Recording

  #planFlush(): void {
    if (this.#flush_planned || this.#recording >= RECORD_LANES || this.#results.length === 0) return
    this.#flush_planned = true
    setImmediate(() => {
      this.#flush_planned = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    const batch = this.#results.splice(0, MAX_RECORDED)
    if (batch.length === 0) return
    this.#recording++
    this.#planFlush()
    const rows = batch.map(({ queue, attempt, result }) => this.#row(queue, attempt, result))
    for (;;) {
      try {
        const webhooks = await store.record(this.#db, rows)
        const now_ms = performance.now()
        for (const { queue, attempt } of batch) {
          this.#ended_meanwhile.add(attempt.delivery.id)
          queue.end(attempt, now_ms)
          this.#ready.add(queue)
        }
        for (const { id, version, clock_offset_s } of webhooks) {
          const queue = this.#held.get(id)
          if (queue) this.#observe(queue, version, clock_offset_s)
          if (queue) this.#settle(queue)
        }
        break
      } catch (error) {
        this.#complain(error, 'recording attempts failed')
        if (this.#stopping) break
        await sleep(RETRY_AFTER_ERROR_MS)
      }
    }
    this.#recording--
    this.#planFlush()
    this.#dispatch()
    if (this.#hungry()) this.#wake_sleeper()
  }

  #row(queue: Queue, { delivery, started_ms }: Attempt, result: AttemptResult): store.RecordedAttempt {
    const attempt = delivery.attempts + 1
    const now_ms = this.#service.clock.now()
    const offset_ms = queue.webhook.clock_offset_s * 1000
    const next = result.ok ? null : nextAttempt({ attempt, retry_after_s: result.retry_after_s, now_ms, random: Math.random() })
    const retry_ms = next?.kind === 'retry' ? next.at_ms : null
    return {
      id: delivery.id,
      webhook_id: queue.webhook.id,
      version: delivery.version,
      attempt,
      delivery_status: result.ok ? 'delivered' : retry_ms === null ? 'exhausted' : 'pending',
      delay_ms: retry_ms === null ? null : retry_ms - now_ms,
      trigger: delivery.trigger,
      at: iso(started_ms + offset_ms),
      address: result.address,
      status: result.status,
      duration_ms: Math.round(result.duration_ms),
      error_class: result.error_class,
      error_message: storable(result.error_message),
      answer: storable(result.body_kept),
      next_attempt_at: retry_ms === null ? null : iso(retry_ms + offset_ms),
    }
  }

  // Leases

  async #heartbeats(): Promise<void> {
    let due_ms = performance.now()
    while (!this.#stopping) {
      if (performance.now() >= due_ms) {
        due_ms = performance.now() + HEARTBEAT_MS
        try {
          await this.#beat()
        } catch (error) {
          this.#complain(error, 'renewing leases failed')
        }
      }
      this.#dispatch()
      await sleep(100)
    }
  }

  async #beat(): Promise<void> {
    const now_ms = performance.now()
    const released = [...this.#held.values()].filter((queue) => isReleasable(queue, now_ms))
    for (const queue of released) this.#drop(queue)
    const kept = [...this.#held.values()]
    const answer = await store.heartbeat(this.#db, this.#id, this.#states(kept), this.#states(released))
    const mine = new Set(answer.kept)
    for (const queue of kept) {
      if (mine.has(queue.webhook.id)) queue.leased_until_ms = now_ms + store.LEASE_S * 1000 - LEASE_MARGIN_MS
      else this.#drop(queue)
    }
    if (released.length > 0) this.#claimSoon()
    this.#share(Math.ceil(answer.held / answer.workers))
  }

  /** Gives up what exceeds this worker's share of all webhooks held, those with the least under way first. */
  #share(fair: number): void {
    const excess = this.#held.size - Math.max(1, fair)
    if (excess <= 0) return
    const candidates = [...this.#held.values()].sort((a, b) => a.in_flight.size - b.in_flight.size)
    for (const queue of candidates.slice(0, excess)) queue.yielding = true
    this.#no_claim_until_ms = performance.now() + HEARTBEAT_MS + YIELD_PAUSE_MS
  }

  #drop(queue: Queue): void {
    this.#held.delete(queue.webhook.id)
    this.#ready.delete(queue)
    this.#secrets.delete(queue.webhook.id)
    queue.yielding = true
  }

  #states(queues: Queue[]): store.HeldQueue[] {
    return queues.map((queue) => ({ webhook_id: queue.webhook.id, ...queue.health }))
  }

  #complain(error: unknown, what: string): void {
    if (error instanceof Unavailable) this.#service.log.warn({ reason: error.message }, what)
    else this.#service.log.error({ err: error }, what)
  }
}

const isReleasable = (queue: Queue, now_ms: number): boolean =>
  queue.in_flight.size === 0 && !queue.settling && (queue.yielding || now_ms - queue.last_active_ms >= IDLE_RELEASE_MS)

/** Text as JSON and PostgreSQL take it: without NUL and without halves of surrogate pairs. */
const storable = (text: string | null): string | null => text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null
