// Sends the deliveries that commits have queued. PostgreSQL is the only queue: a plan with events also writes their rows in `deliveries`.
//
// Parts: a worker leases webhooks, not rows (leases.ts). Only the holder of a webhook sends for it. So its limit of concurrent attempts and
// the order of its first attempts need no coordination, not even between processes, and starting an attempt writes nothing. Each pass of
// the loop reads the due deliveries of the held webhooks (queries.ts) and claims more webhooks. dispatcher.ts decides which attempt starts
// when. recorder.ts writes results, many at a time. A heartbeat renews the leases on the database's clock.
//
// Promise: at least once. When a worker is killed, at most 10 attempts of each webhook are repeated. The workers that take its webhooks
// repeat them once the leases expire (LEASE_S). An attempt counts toward the 10 until the statement that records it has reached PostgreSQL,
// which then runs it in any case (recorder.ts, ADR 13). First attempts of one subject are made in event order, each after the one before
// has ended. Webhooks share nothing but the process: a receiver that hangs occupies 10 sockets, then 2, and all slow receivers together
// occupy at most half of the places. A change to a webhook applies from the next attempt on (delivery/announce.ts). If another process
// makes the change, it applies as soon as the notification arrives (database/commit-notifier.ts).
//
// Not promised: an order between first attempts and retries; the limit of 10 if a worker without its database loses its lease.
import { Database } from '../database/db.ts'
import { iso } from '../process/clock.ts'
import { isPrivateBehindProxy } from '../process/config.ts'
import { newWorkerId } from '../process/ids.ts'
import type { Service } from '../service/service.ts'
import { idsOf } from '../storage/secrets.ts'
import { onChange } from './announce.ts'
import { AttemptCounts } from './attempt-counts.ts'
import { attemptLine } from './attempt-line.ts'
import { byWebhook, type InFlight, type WebhookBacklog } from './backlog.ts'
import { disableWebhook } from './bulk-updates.ts'
import { Dispatcher } from './dispatcher.ts'
import { reportForeignKeys } from './foreign.ts'
import { HEALTHY, updateHealth } from './health.ts'
import { Horizon } from './horizon.ts'
import { type AttemptResult, createSender, MAX_IDLE, MAX_IN_FLIGHT, type Sender } from './http1/http1.ts'
import { type Identity, Leases, logFailure, takeOver } from './leases.ts'
import { Pace } from './pace.ts'
import { Polling, type Reason } from './polling.ts'
import * as queries from './queries.ts'
import { type AttemptRecord, LANES, Recorder, storable } from './recorder.ts'
import { Retention } from './retention.ts'
import { attemptHeaders } from './sign.ts'
import { Signers } from './signers.ts'
import { withBytes } from './with-bytes.ts'

/** The worker needs two connections in addition to the recording lanes: one for readings, and one for heartbeats and claims. */
const CONNECTIONS = LANES + 2
/** Retention has its own connection, because one of its batches may take longer than other statements can wait. */
const RETENTION_STATEMENT_MS = 600_000
/**
 * Statistics are always wrong for a table that fills and drains within minutes, and every statement here has an index to use. Plans made
 * while `deliveries` is empty are kept. If such a plan used a hash or merge join, or an index that requires sorting, every later execution
 * would read all waiting rows.
 */
export const DELIVERY_PLANNER = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort'].map((way) => `-c ${way}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ')

/**
 * After a pass the worker pauses for as long as the pass took, up to this limit, so that deliveries that arrive meanwhile are read
 * together. A rest before the pass counts toward the pause, so no event waits while there is little to do.
 */
const MAX_PASS_PAUSE_MS = 20
const TICK_MS = 200
/**
 * Number of deliveries that wait in memory, for all webhooks with a backlog. Each webhook gets at least the minimum and at most the maximum
 * below.
 */
const BUFFERED_DELIVERIES = 2048
const MAX_BUFFERED_PER_WEBHOOK = 1024
const MIN_BUFFERED_PER_WEBHOOK = 16

const RETRY_AFTER_ERROR_MS = 250
const RETRY_AFTER_FAULT_MS = 30_000
/** How long `stop` waits for attempts under way. The next worker repeats the rest. */
const STOP_GRACE_MS = 5000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export class DeliveryWorker {
  readonly #service: Service
  readonly #db: Database
  readonly #retentionDb: Database
  readonly #sender: Sender
  readonly #retention: Retention
  readonly #counts: AttemptCounts
  readonly #leases: Leases
  readonly #recorder: Recorder
  readonly #dispatcher: Dispatcher
  readonly #polling: Polling
  readonly #horizon = new Horizon()
  readonly #signers: Signers
  /** Number of attempts that were started and are not recorded yet. */
  #under_way = 0
  /** Time of the reading in the last pass over all webhooks, on the database's clock. Null if no webhook needed a reading. */
  #looked_at: string | null = null
  /** Deliveries recorded since the current reading began. */
  readonly #ended_meanwhile = new Set<string>()
  #loops: Promise<void>[] = []
  #stopping = false
  #woken = false
  #endNap: () => void = () => {}
  #stopListening: () => void = () => {}
  readonly #predecessor: string | null

  /**
   * @param sender the bench passes another HTTP client here
   * @param polling tests pass one that never polls here
   */
  constructor(
    service: Service,
    sender: Sender = createSender({ allowPrivate: service.config.privateWebhooks, hideAnswers: isPrivateBehindProxy(service.config) }),
    polling: Polling = new Polling(() => service.notifier.isListening),
    { id, predecessor }: Identity = { id: newWorkerId(), predecessor: null },
  ) {
    this.#predecessor = predecessor
    this.#service = service
    this.#db = new Database(service.db.config, CONNECTIONS, DELIVERY_PLANNER)
    this.#sender = sender
    this.#signers = new Signers(service)
    service.ledger.watch('webhook_attempts', MAX_IN_FLIGHT, () => sender.in_flight)
    service.ledger.watch('webhook_connections_idle', MAX_IDLE, () => sender.idle_connections)
    this.#retentionDb = new Database(service.db.config, 1, DELIVERY_PLANNER, { statement_ms: RETENTION_STATEMENT_MS })
    this.#retention = new Retention(this.#retentionDb, service.log, service.config.retentionDays, service.objects)
    this.#counts = new AttemptCounts(service.reads, service.log)
    const [wake, onGivenBack] = [() => this.wake(), () => service.notifier.notify()]
    this.#leases = new Leases(this.#db, service.log, id, idsOf(service.masterKey), wake, onGivenBack)
    this.#polling = polling
    this.#recorder = new Recorder(this.#db, service.clock, service.log, {
      onHandedOver: (ended) => this.#handedOver(ended),
      onRecorded: (ended) => this.#recorded(ended),
    })
    this.#dispatcher = new Dispatcher({
      clock: service.clock,
      sender,
      pace: new Pace(service.rowsToCommit),
      mayStart: () => !this.#stopping && !this.#leases.isHeld && !this.#recorder.isFull,
      onStart: (backlog, attempt) => this.#send(backlog, attempt),
    })
  }

  /** Outcomes of the worker's attempts, and rows that retention removed, since its start. */
  get done() {
    return { attempts: this.#counts.totals, removed: this.#retention.removed }
  }

  start(): void {
    const ends = [onChange((webhookId) => this.#changed(webhookId)), this.#service.notifier.listen(() => this.#onNotified())]
    this.#stopListening = () => {
      for (const end of ends) end()
    }
    this.#loops = [this.#passes(), this.#ticks(), this.#retention.run(), this.#counts.run(), reportForeignKeys(this.#db, this.#service)]
  }

  #changed(webhookId: string): void {
    const backlog = this.#leases.held.get(webhookId)
    if (backlog) this.#leases.reread(backlog)
    this.wake()
  }

  #onNotified(): void {
    this.#polling.notified()
    this.wake()
  }

  /** Tells the worker that there may be something to read or to claim. Without this, polling finds it. */
  wake(): void {
    this.#woken = true
    this.#endNap()
  }

  /** Waits for attempts under way, records them and gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#retention.stop()
    this.#stopListening()
    this.wake()
    const give_up_ms = performance.now() + STOP_GRACE_MS
    while (this.#under_way > 0 && performance.now() < give_up_ms) await sleep(10)
    this.#recorder.stop()
    this.#sender.close()
    this.#counts.stop()
    await Promise.all(this.#loops)
    await this.#leases.leave()
    await Promise.all([this.#db.close(), this.#retentionDb.close()])
  }

  async #passes(): Promise<void> {
    await takeOver(this.#db, this.#service.log, this.#predecessor)
    for (let napped_ms = 0; !this.#stopping; ) {
      const began_ms = performance.now()
      const reason = this.#reasonToPoll(began_ms)
      this.#woken = false
      if (reason) this.#expectChanges()
      const hasFound = await this.#pass(reason !== null)
      if (reason) this.#polling.looked(began_ms)
      if (hasFound) this.#polling.found(reason)
      const ended_ms = performance.now()
      const pause_ms = Math.min(ended_ms - began_ms, MAX_PASS_PAUSE_MS) - napped_ms
      if (pause_ms > 0) await sleep(pause_ms)
      const paused_ms = performance.now()
      const next_poll_ms = Math.min(this.#polling.next_ms(this.#under_way === 0, this.#leases.quietSince_ms), this.#leases.due_ms)
      if (!this.#woken && !this.#needsRows()) await this.#nap(next_poll_ms - paused_ms)
      napped_ms = performance.now() - paused_ms
    }
  }

  #reasonToPoll(now_ms: number): Reason | null {
    if (this.#woken) return 'told'
    if (this.#leases.takeDue(now_ms)) return 'due'
    return now_ms >= this.#polling.next_ms(this.#under_way === 0, this.#leases.quietSince_ms) ? 'poll' : null
  }

  #expectChanges(): void {
    for (const backlog of this.#leases.held.values()) backlog.expectChanges()
    this.#leases.oweClaim()
  }

  /** Runs one pass. `isLook`: the pass reads all webhooks that have room. Returns whether anything was found. */
  async #pass(isLook: boolean): Promise<boolean> {
    try {
      const reading = await this.#read()
      if (isLook) this.#looked_at = reading?.sight.at ?? null
      const backlogs = await this.#leases.claim(this.#looked_at)
      this.#dispatcher.dispatch()
      if (backlogs.length > 0) this.wake()
      return (reading !== null && reading.rows.length > 0) || backlogs.length > 0
    } catch (error) {
      logFailure(this.#service.log, error, 'reading deliveries failed')
      await sleep(RETRY_AFTER_ERROR_MS)
      // The failed pass may have missed work, so the next pass looks again.
      this.wake()
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

  /** Number of deliveries that may wait in memory for each webhook with a backlog. */
  get #share(): number {
    let with_more = 0
    for (const backlog of this.#leases.held.values()) if (backlog.hasMore) with_more++
    const fair = Math.floor(BUFFERED_DELIVERIES / Math.max(1, with_more))
    return Math.min(MAX_BUFFERED_PER_WEBHOOK, Math.max(MIN_BUFFERED_PER_WEBHOOK, fair))
  }

  #needsRows(): boolean {
    const share = this.#share
    for (const backlog of this.#leases.held.values()) if (backlog.wants(capacityFor(backlog, share))) return true
    return false
  }

  /** @returns null if no webhook needs a reading */
  async #read(): Promise<queries.Reading | null> {
    const share = this.#share
    const { held } = this.#leases
    const backlogs = [...held.values()].filter((backlog) => backlog.wants(capacityFor(backlog, share)))
    if (backlogs.length === 0) return null
    this.#ended_meanwhile.clear()
    const now_ms = performance.now()
    const requests = backlogs.map((backlog) => backlog.request(capacityFor(backlog, share), now_ms))
    const reading = await queries.fetchDue(this.#db, requests, this.#horizon.asking)
    const settled = this.#horizon.advance(reading.sight, reading.rows)
    const rows = byWebhook(reading.rows)
    for (const [i, backlog] of backlogs.entries()) {
      if (held.get(backlog.webhook.id) !== backlog) continue
      const found = rows.get(backlog.webhook.id) ?? []
      backlog.accept(found, requests[i] as queries.FetchRequest, this.#ended_meanwhile, settled)
      if (found[0]) this.#leases.observe(backlog, found[0].webhook_version, found[0].clock_offset_s)
      this.#dispatcher.add(backlog)
    }
    this.#dispatcher.dispatch()
    return reading
  }

  #send(backlog: WebhookBacklog, attempt: InFlight): void {
    this.#under_way++
    const send = () => this.#attempt(backlog, attempt)
    withBytes(this.#service.archive, attempt.delivery, backlog.webhook.partner_id, send, (error) => {
      // The fault is ours, not the receiver's (for example, a secret cannot be decrypted), so it does not count as an attempt. The attempt
      // keeps its place for a while, so that it is not repeated without a pause.
      this.#service.log.error({ err: error, delivery: attempt.delivery.id }, 'an attempt could not be made')
      this.#dispatcher.ended(attempt)
      this.#under_way--
      setTimeout(() => backlog.giveUp(attempt, performance.now()), RETRY_AFTER_FAULT_MS).unref()
    })
  }

  #attempt(backlog: WebhookBacklog, attempt: InFlight): void {
    const { delivery, started_ms } = attempt
    const { signer, next_signer, standard } = this.#signers.of(backlog, started_ms)
    const headers = attemptHeaders({
      signer,
      next_signer,
      standard,
      event_id: delivery.event_id,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      timestamp_s: Math.floor(started_ms / 1000),
      body: delivery.body,
    })
    const { id, url } = backlog.webhook
    this.#sender.send({ url, headers, body: delivery.body, webhook: id }, (result) => this.#ended(backlog, attempt, result))
  }

  #ended(backlog: WebhookBacklog, attempt: InFlight, result: AttemptResult): void {
    this.#dispatcher.ended(attempt)
    if (result.error_class === 'aborted') {
      // An aborted attempt says nothing about the receiver. The delivery stays as it was, and the next worker repeats it.
      this.#under_way--
      backlog.giveUp(attempt, performance.now())
      return
    }
    backlog.end(attempt, result.error_class === 'timeout')
    this.#dispatcher.add(backlog)
    this.#note(backlog, attempt, result)
    this.#updateHealth(backlog, attempt, result)
    this.#recorder.add({ backlog, attempt, result })
    this.#dispatcher.dispatch()
  }

  #note(backlog: WebhookBacklog, attempt: InFlight, result: AttemptResult): void {
    const { config, log, tracing } = this.#service
    if (!config.accessLog && !tracing) return
    const line = attemptLine(backlog, attempt, result)
    if (config.accessLog) log.info(line, 'attempt')
    tracing?.attempt(line)
  }

  #updateHealth(backlog: WebhookBacklog, { delivery }: InFlight, { ok, status, error_class, error_message }: AttemptResult): void {
    if (ok) {
      backlog.health = HEALTHY
      return
    }
    const { id, partner_id, clock_offset_s, status: webhook_status } = backlog.webhook
    const now = iso(this.#service.clock.now() + clock_offset_s * 1000)
    const failure = { event_id: delivery.event_id, delivery_id: delivery.id, error_class, error_message: storable(error_message) }
    const { health, disable } = updateHealth(backlog.health, { ok, status, ...failure, now })
    backlog.health = health
    if (disable === null || backlog.disabling || webhook_status !== 'enabled') return
    backlog.disabling = true
    this.#service.log.warn({ webhook: id, partner: partner_id, reason: disable }, 'webhook disabled')
    disableWebhook(this.#db, id, disable)
      .then(() => this.#leases.reread(backlog))
      // If the webhook could not be disabled, the next failed attempt tries again.
      .catch((error) => logFailure(this.#service.log, error, 'disabling a webhook failed'))
      .finally(() => {
        backlog.disabling = false
        this.#dispatcher.add(backlog)
      })
  }

  #handedOver(ended: AttemptRecord[]): void {
    for (const { backlog } of ended) this.#dispatcher.add(backlog)
    this.#dispatcher.dispatch()
  }

  #recorded(ended: AttemptRecord[]): void {
    const now_ms = performance.now()
    this.#counts.add(ended)
    for (const { backlog, attempt } of ended) {
      this.#ended_meanwhile.add(attempt.delivery.id)
      this.#under_way--
      backlog.close(attempt, now_ms)
      this.#dispatcher.add(backlog)
      // If the webhook was disabled during the attempt, its retry must be skipped now. Nothing else would skip it.
      this.#leases.startBulkUpdate(backlog)
    }
    this.#dispatcher.dispatch()
    // Only a claim reports when a retry is due. A claim that began before the failure was recorded could not see the retry.
    const hasRetries = ended.some(({ result }) => !result.ok)
    if (hasRetries) this.#leases.oweClaim()
    if (hasRetries || this.#needsRows()) this.#endNap()
  }

  /** Every TICK_MS: sends the heartbeat if it is due, and dispatches again, because attempts that have become slow free a place. */
  async #ticks(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#leases.beat()
      } catch (error) {
        logFailure(this.#service.log, error, 'renewing leases failed')
      }
      // A backlog may be able to start again, for example because its lease was renewed.
      for (const backlog of this.#leases.held.values()) this.#dispatcher.add(backlog)
      this.#dispatcher.dispatch()
      await sleep(TICK_MS)
    }
  }
}

/** A webhook without a backlog gets the minimum, so idle webhooks do not shrink a busy one's share. */
const capacityFor = (backlog: WebhookBacklog, share: number): number => (backlog.hasMore ? share : MIN_BUFFERED_PER_WEBHOOK)
