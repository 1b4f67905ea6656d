// Sends what the commits have queued in `deliveries`. PostgreSQL is the only queue: a row is written by the statement that causes it.
//
// Parts: a worker takes leases of webhooks, not of rows (leases.ts). Whoever holds a webhook is the only one that sends for it, so its
// limit of attempts in flight and the order of its first attempts need no coordination, also across processes, and starting an attempt
// writes nothing. A pass of the loop reads what is due for the webhooks held (queries.ts) and takes more webhooks; queue.ts decides what
// may start, pace.ts how fast while requests wait for their commits; recorder.ts writes results down, many at a time; a heartbeat renews
// the leases on the database's clock.
//
// Promise: at least once. A worker that is killed leaves at most 10 attempts of each webhook to be repeated, by whoever takes the webhooks
// when the leases have run out (LEASE_S): an attempt counts among the 10 until the statement that records it is with PostgreSQL, which
// carries it out without us (recorder.ts, decision 89). First attempts of one subject follow each other in event order, each after the
// one before was recorded. Webhooks share only the process: a receiver that hangs holds 10 sockets, then 2, and all slow receivers
// together at most half of the places.
// A change of a webhook takes effect with the next attempt: at once when it is made in this process (delivery/announce.ts), else within
// POLL_IDLE_MS, as each reading returns the version of its webhook and each claim those that changed.
//
// Not promised: an order between first attempts and retries; the limit of 10 while a worker that cannot reach the database finishes
// attempts of a lease that has run out meanwhile.
import { iso } from '../platform/clock.ts'
import { Database } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import type { Service } from '../service/service.ts'
import { onChange } from './announce.ts'
import type { AttemptResult } from './attempt.ts'
import { HEALTHY, judge } from './health.ts'
import { Horizon } from './horizon.ts'
import { complain, Leases } from './leases.ts'
import { BUSY_WINDOW_MS, Pace } from './pace.ts'
import * as store from './queries.ts'
import { type Attempt, type Queue, remove, YOUNG_MS } from './queue.ts'
import { type EndedAttempt, LANES, Recorder } from './recorder.ts'
import { createSender, MAX_IN_FLIGHT, type Sender } from './send.ts'
import { attemptHeaders } from './sign.ts'
import { Signers } from './signers.ts'
import { Upkeep } from './upkeep.ts'

/** A reading, and a heartbeat or a claim, may run beside the records. */
const CONNECTIONS = LANES + 2
/** Upkeep has a connection of its own, as a batch of it may take longer than what others wait for. */
const UPKEEP_STATEMENT_MS = 600_000
/**
 * Statistics of a table that fills and drains within minutes are always wrong; every statement here has its index. A plan made while
 * `deliveries` was empty is kept: with a join by hash or merge, or with an index that leaves rows to sort, it would read all that waits
 * each time from then on.
 */
export const PLANNER = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort'].map((way) => `-c ${way}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ')

const POLL_BUSY_MS = 25
const POLL_IDLE_MS = 500
/** A reading is followed by a pause as long as itself, up to this: what arrives meanwhile is read together. */
const MAX_PASS_PAUSE_MS = 20
const TICK_MS = 200
/** What waits in memory, over all webhooks with a backlog; of one at most MAX and, however many there are, at least MIN. */
const BUFFERED_DELIVERIES = 2048
const MAX_BUFFERED_PER_WEBHOOK = 1024
const MIN_BUFFERED_PER_WEBHOOK = 16

/** Attempts under way that have not shown to be slow: more of them would only wait for the processor. */
const MAX_YOUNG = 128
/** From this many attempts under way on, the places that are left are for receivers that are not slow. */
const CROWDED = MAX_IN_FLIGHT / 2

const RETRY_AFTER_ERROR_MS = 250
const RETRY_AFTER_FAULT_MS = 30_000
/** How long `stop` waits for attempts under way; those that remain are repeated by the next worker. */
const STOP_GRACE_MS = 5000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export class DeliveryWorker {
  readonly #service: Service
  readonly #db: Database
  readonly #upkeepDb: Database
  readonly #sender: Sender
  readonly #upkeep: Upkeep
  readonly #leases: Leases
  readonly #recorder: Recorder
  readonly #pace: Pace
  readonly #horizon = new Horizon()
  readonly #signers: Signers
  /** Queues that may have something to start; the next one is the first. */
  readonly #ready = new Set<Queue>()
  /** Slow receivers, whose next attempt most likely needs a new connection: it is opened after the others' requests are written. */
  readonly #put_off = new Set<Queue>()
  #after_others: NodeJS.Immediate | null = null
  /** Oldest first. */
  readonly #young: Attempt[] = []
  /** Attempts started and not recorded. */
  #under_way = 0
  /** Recorded since the reading under way began. */
  readonly #ended_meanwhile = new Set<string>()
  #loops: Promise<void>[] = []
  #stopping = false
  #woken = false
  #paced: NodeJS.Timeout | null = null
  #endNap: () => void = () => {}
  #stopListening: () => void = () => {}

  constructor(service: Service) {
    this.#service = service
    this.#db = new Database(service.db.config, CONNECTIONS, PLANNER)
    this.#sender = createSender({ allowPrivate: service.config.privateWebhooks })
    this.#signers = new Signers(service)
    this.#pace = new Pace(() => service.committer.rows)
    this.#upkeepDb = new Database(service.db.config, 1, PLANNER, { statement_ms: UPKEEP_STATEMENT_MS })
    this.#upkeep = new Upkeep(this.#upkeepDb, service.log)
    this.#leases = new Leases(this.#db, service.log, newId('request').replace('req_', 'wrk_'), service.masterKey.id, () => this.wake())
    this.#recorder = new Recorder(this.#db, service.clock, service.log, {
      onHandedOver: (ended) => this.#handedOver(ended),
      onRecorded: (ended) => this.#recorded(ended),
    })
  }

  start(): void {
    this.#stopListening = onChange((webhookId) => {
      const queue = this.#leases.held.get(webhookId)
      if (queue) this.#leases.readAnew(queue)
      this.wake()
    })
    this.#loops = [this.#passes(), this.#ticks(), this.#upkeep.run(), this.#tellForeign()]
  }

  /** Once: webhooks that this worker leaves to others are nobody's, should no other have their key. */
  async #tellForeign(): Promise<void> {
    try {
      const webhooks = await store.countForeign(this.#db, this.#service.masterKey.id)
      if (webhooks > 0) this.#service.log.warn({ webhooks }, 'webhooks encrypted with another master key are left to workers that have it')
    } catch (error) {
      complain(this.#service.log, error, 'counting webhooks of another master key failed')
    }
  }

  /** A hint that deliveries were committed: without it they are found by polling. */
  wake(): void {
    this.#woken = true
    this.#endNap()
  }

  /** Lets attempts under way end, records them and gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#upkeep.stop()
    this.#stopListening()
    this.wake()
    const give_up_ms = performance.now() + STOP_GRACE_MS
    while (this.#under_way > 0 && performance.now() < give_up_ms) await sleep(10)
    this.#recorder.stop()
    this.#sender.close()
    await Promise.all(this.#loops)
    await this.#leases.leave()
    await Promise.all([this.#db.close(), this.#upkeepDb.close()])
  }

  async #passes(): Promise<void> {
    let idle_ms = POLL_BUSY_MS
    let last_news_ms = 0
    while (!this.#stopping) {
      const began_ms = performance.now()
      const news = this.#woken || began_ms - last_news_ms >= idle_ms
      if (news) last_news_ms = began_ms
      this.#woken = false
      const found = await this.#pass(news)
      if (found) idle_ms = POLL_BUSY_MS
      else if (news) idle_ms = Math.min(idle_ms * 2, POLL_IDLE_MS)
      await sleep(Math.min(performance.now() - began_ms, MAX_PASS_PAUSE_MS))
      if (!this.#woken && !this.#hungry()) await this.#nap(last_news_ms + idle_ms - performance.now())
    }
  }

  /** @returns whether anything was found */
  async #pass(news: boolean): Promise<boolean> {
    try {
      const found = await this.#read(news)
      const queues = await this.#leases.claim()
      if (queues.length > 0) this.wake()
      return found || queues.length > 0
    } catch (error) {
      complain(this.#service.log, error, 'reading deliveries failed')
      await sleep(RETRY_AFTER_ERROR_MS)
      return false
    }
  }

  async #nap(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, ms))
      this.#endNap = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#endNap = () => {}
  }

  /** How much of each webhook that has a backlog may wait in memory. */
  get #share(): number {
    let behind = 0
    for (const queue of this.#leases.held.values()) if (queue.behind) behind++
    const fair = Math.floor(BUFFERED_DELIVERIES / Math.max(1, behind))
    return Math.min(MAX_BUFFERED_PER_WEBHOOK, Math.max(MIN_BUFFERED_PER_WEBHOOK, fair))
  }

  #hungry(): boolean {
    const share = this.#share
    for (const queue of this.#leases.held.values()) if (queue.wants(roomOf(queue, share), false)) return true
    return false
  }

  /** @returns whether anything was found */
  async #read(news: boolean): Promise<boolean> {
    const share = this.#share
    const { held } = this.#leases
    const queues = [...held.values()].filter((queue) => queue.wants(roomOf(queue, share), news))
    if (queues.length === 0) return false
    this.#ended_meanwhile.clear()
    const now_ms = performance.now()
    const requests = queues.map((queue) => queue.request(roomOf(queue, share), now_ms))
    const reading = await store.fetchDue(this.#db, requests, this.#horizon.asking)
    const settled = this.#horizon.advance(reading.sight, reading.rows)
    const rows = byWebhook(reading.rows)
    for (const [i, queue] of queues.entries()) {
      if (held.get(queue.webhook.id) !== queue) continue
      const found = rows.get(queue.webhook.id) ?? []
      queue.accept(found, requests[i] as store.FetchRequest, this.#ended_meanwhile, settled)
      if (found[0]) this.#leases.observe(queue, found[0].webhook_version, found[0].clock_offset_s)
      this.#ready.add(queue)
    }
    this.#dispatch()
    return rows.size > 0
  }

  /** Starts what may start, one per webhook in turn. */
  #dispatch(): void {
    const now_ms = performance.now()
    while (this.#young[0] && now_ms - this.#young[0].began_ms >= YOUNG_MS) this.#young.shift()
    while (!this.#stopping && !this.#recorder.isFull && this.#young.length < MAX_YOUNG && this.#sender.in_flight < MAX_IN_FLIGHT) {
      const [queue] = this.#ready
      if (!queue) return
      if (!this.#pace.allows(now_ms)) {
        this.#dispatchLater()
        return
      }
      this.#ready.delete(queue)
      if (queue.isSlow(now_ms) && !this.#put_off.delete(queue)) {
        this.#put_off.add(queue)
        this.#after_others ??= setImmediate(() => this.#dispatchPutOff())
        continue
      }
      const delivery = queue.take(now_ms, this.#sender.in_flight >= CROWDED)
      if (!delivery) continue
      this.#ready.add(queue)
      this.#pace.count()
      this.#send(queue, queue.start(delivery, this.#service.clock.now(), now_ms))
    }
  }

  #dispatchPutOff(): void {
    this.#after_others = null
    for (const queue of this.#put_off) this.#ready.add(queue)
    this.#dispatch()
  }

  #dispatchLater(): void {
    this.#paced ??= setTimeout(() => {
      this.#paced = null
      this.#dispatch()
    }, BUSY_WINDOW_MS)
  }

  #send(queue: Queue, attempt: Attempt): void {
    this.#young.push(attempt)
    this.#under_way++
    try {
      this.#attempt(queue, attempt)
    } catch (error) {
      // Ours to mend (a secret that does not open, say), so it uses no attempt up. Its place stays taken, lest it is tried without pause.
      this.#service.log.error({ err: error, delivery: attempt.delivery.id }, 'an attempt could not be made')
      remove(this.#young, attempt)
      this.#under_way--
      setTimeout(() => queue.giveUp(attempt, performance.now()), RETRY_AFTER_FAULT_MS).unref()
    }
  }

  #attempt(queue: Queue, attempt: Attempt): void {
    const { delivery, started_ms } = attempt
    const { signer, next_signer } = this.#signers.of(queue, started_ms)
    const headers = attemptHeaders({
      signer,
      next_signer,
      event_id: delivery.event_id,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      timestamp_s: Math.floor(started_ms / 1000),
      body: delivery.body,
    })
    this.#sender.send({ url: queue.webhook.url, headers, body: delivery.body }, (result) => this.#ended(queue, attempt, result))
  }

  #ended(queue: Queue, attempt: Attempt, result: AttemptResult): void {
    remove(this.#young, attempt)
    if (result.error_class === 'aborted') {
      // Says nothing about the receiver: the delivery stays as it was and is repeated by the next worker.
      this.#under_way--
      queue.giveUp(attempt, performance.now())
      return
    }
    queue.end(attempt, result.error_class === 'timeout')
    this.#ready.add(queue)
    this.#judge(queue, attempt, result)
    this.#recorder.add({ queue, attempt, result })
    this.#dispatch()
  }

  #judge(queue: Queue, { delivery }: Attempt, { ok, status }: AttemptResult): void {
    if (ok) {
      queue.health = HEALTHY
      return
    }
    const { id, partner_id, clock_offset_s, status: webhook_status } = queue.webhook
    const now = iso(this.#service.clock.now() + clock_offset_s * 1000)
    const { health, disable } = judge(queue.health, { ok, status, event_id: delivery.event_id, now })
    queue.health = health
    if (disable === null || queue.disabling || webhook_status !== 'enabled') return
    queue.disabling = true
    this.#service.log.warn({ webhook: id, partner: partner_id, reason: disable }, 'webhook disabled')
    store
      .disable(this.#db, id, disable)
      .then(() => this.#leases.readAnew(queue))
      // Should it fail, the next failure judges again.
      .catch((error) => complain(this.#service.log, error, 'disabling a webhook failed'))
      .finally(() => {
        queue.disabling = false
        this.#ready.add(queue)
      })
  }

  #handedOver(ended: EndedAttempt[]): void {
    for (const { queue } of ended) this.#ready.add(queue)
    this.#dispatch()
  }

  #recorded(ended: EndedAttempt[]): void {
    const now_ms = performance.now()
    for (const { queue, attempt } of ended) {
      this.#ended_meanwhile.add(attempt.delivery.id)
      this.#under_way--
      queue.close(attempt, now_ms)
      this.#ready.add(queue)
      // What failed meanwhile for a webhook that is not enabled any more would wait for ever.
      this.#leases.settle(queue)
    }
    this.#dispatch()
    if (this.#hungry()) this.#endNap()
  }

  /** Every TICK_MS: a place for what has become slow, and the heartbeat when it is due. */
  async #ticks(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#leases.beat()
      } catch (error) {
        complain(this.#service.log, error, 'renewing leases failed')
      }
      // Whatever held a queue up may be over: its lease renewed, say.
      for (const queue of this.#leases.held.values()) this.#ready.add(queue)
      this.#dispatch()
      await sleep(TICK_MS)
    }
  }
}

/** Whoever has no backlog may well have nothing: many idle webhooks do not make the share of a busy one smaller. */
const roomOf = (queue: Queue, share: number): number => (queue.behind ? share : MIN_BUFFERED_PER_WEBHOOK)

const byWebhook = (rows: store.DeliveryRow[]): Map<string, store.DeliveryRow[]> => {
  const groups = new Map<string, store.DeliveryRow[]>()
  for (const row of rows) {
    const group = groups.get(row.webhook_id)
    if (group) group.push(row)
    else groups.set(row.webhook_id, [row])
  }
  return groups
}
