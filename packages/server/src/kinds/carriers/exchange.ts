// Exchanges data with carriers that have a service (ADR 32, ADR 44). It books each parcel that the carrier will transport, voids the labels of
// parcels that will not come, and fetches reports. An outbox row is written with each change of a shipment, so no booking is lost. One
// process at a time decides what changes mean. Every process calls the carriers; attempts and quotas in the database keep them apart.
//
// The service of an inactive carrier is not called until the carrier is active again. A sandbox calls only services on this machine,
// and with BACKHAUL_SANDBOX_TEST_CARRIERS also services with test keys.
//
// A carrier that does not answer delays no other carrier: a pass does not wait for it longer than its time slice, and it is asked again
// later. If a service fails for one parcel, this parcel is retried after the others.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Operation, Stop } from '@backhaul/core/carrier-adapter.ts'
import { type BookingState, bookingStateOf, type CarrierBookingRow, COMING_STATUSES } from '@backhaul/core/carrier-booking.ts'
import type { PurchaseRow } from '@backhaul/core/carrier-purchase.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { type LockedConnection, withAdvisoryLock } from '../../database/advisory-lock.ts'
import { BackgroundLoop } from '../../database/background-loop.ts'
import { Database } from '../../database/db.ts'
import { readHold } from '../../database/hold.ts'
import { checkWebhookUrl } from '../../delivery/address-guard.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { Execution } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { refuseSecond } from '../imports/start.ts'
import { mayBeCalled, readCarrierSecret, serviceTargets } from '../network/carrier-service.ts'
import { type LoadAdapter, loadAdapter } from './adapter.ts'
import { answerTo, MAX_ERROR } from './answers.ts'
import * as bookings from './bookings.ts'
import { type Asked, buy, postpone, read, voidLabel } from './buying.ts'
import { accountAt, type Reach } from './call.ts'
import { endVoids, listDuePurchases, listHeld, type Question, takeQuota } from './purchases.ts'

const LOCK = 7_215_036
const REST_MS = 5_000
/** While no carrier has a service, the pause between passes grows to at most this multiple of REST_MS. */
const RESTS_WITHOUT_SERVICES = 3
/** Processes cache the network for two seconds (service/network-cache.ts). */
const KNOWN_MS = 10_000
const ENROLLED_AT_ONCE = 2_000
/** After this time in a carrier's time slice, no request starts, so that other carriers are served. */
const TURN_MS = 10_000
/** Changed shipments that one transaction reads. */
const PORTION = 500
/** Maximum number of bookings, of reads and of voids that one time slice works on. */
const MAX_REPORTED = 200
/** Submitted voids that one time slice reads. They settle after days, so reports come first. */
const MAX_POLLED = 20
const LANES = 4
/** After this many requests in a row without an answer, or purchases in a row without a label, the carrier's time slice ends. */
const MAX_FAILED_TRIES = 3
/**
 * Maximum pause between two attempts for one parcel, and between two time slices of a carrier that does not answer. The pause doubles each
 * time.
 */
const MAX_PAUSE_MS = 300_000
/** Smaller differences between clocks are ignored. */
const LEAST_SKEW_MS = 1_000
/** An account that serves nothing is asked again after this pause, because it may have been paid. */
const STOPPED_MS = 3_600_000

const doubled = (ms: number, times: number): number => Math.min(ms * 2 ** times, MAX_PAUSE_MS)

interface Turn extends Asked {
  isOver: () => boolean
  answers: number
  /** Number of requests, answered or not. */
  requests: number
  /** Number of requests without an answer since the last answer. */
  in_vain: number
  /** Number of failed purchases since the last label that was bought. */
  unsold: number
  error: string | null
  stopped: Stop | null
  /** The pause that the carrier asked for. */
  pause_ms: number | null
  isQuotaUsedUp: boolean
}

export class Exchange {
  readonly #service: Service
  readonly #rest_ms: number
  readonly #known_ms: number
  readonly #db: Database
  readonly #loop = new BackgroundLoop()
  readonly #ending = new AbortController()
  readonly #load: LoadAdapter
  /** The turns under way, by carrier code. */
  readonly #turns = new Map<string, Promise<void>>()
  /** `unsold` of the last turns, by carrier code. */
  readonly #unsold = new Map<string, number>()
  #ended: Promise<void> | null = null
  /** How far the clock of this machine is ahead of the database's. */
  #ahead_ms = 0

  /**
   * @param rest_ms time between two passes
   * @param known_ms time after which every process knows of a new service
   * @param load finds an adapter by its name
   */
  constructor(service: Service, rest_ms: number = REST_MS, known_ms: number = KNOWN_MS, load: LoadAdapter = loadAdapter) {
    this.#service = { ...service, clock: { now: () => service.clock.now() - this.#ahead_ms } }
    this.#load = load
    this.#rest_ms = rest_ms
    this.#known_ms = known_ms
    this.#db = new Database(service.db.config, 1)
  }

  start(): void {
    const { log, notifier } = this.#service
    const rest = { least_ms: this.#rest_ms, most_ms: this.#rest_ms * RESTS_WITHOUT_SERVICES }
    const failed = (err: unknown) => log.error({ err }, 'calling the services of carriers failed')
    this.#ended = this.#nameForbidden()
      .catch(failed)
      .then(() => this.#loop.runOnNotifications(notifier, rest, () => this.pass(), failed))
  }

  /**
   * Logs the services that a sandbox may not call. A name may resolve to another address than before, or the setting for private addresses
   * may have changed.
   */
  async #nameForbidden(): Promise<void> {
    const { network, log, config } = this.#service
    if (config.environment !== 'sandbox') return
    for (const { code, url, adapter } of (await network.tables()).carriers.values())
      if (url !== null && !(await mayBeCalled(url, serviceTargets(config, url, await this.#fixedUrl(adapter)))))
        log.warn(
          { carrier: code },
          'a sandbox calls no live carrier: the service of this carrier is not on this machine, so it is not called; BACKHAUL_SANDBOX_TEST_CARRIERS=allow permits services with test keys',
        )
  }

  /** Aborts requests in progress. The carrier is read later if it may have been paid. */
  async stop(): Promise<void> {
    this.#loop.stop()
    this.#ending.abort()
    await this.#ended
    await Promise.allSettled(this.#turns.values())
    await this.#db.close()
  }

  /** @returns whether a carrier has a service */
  async pass(): Promise<boolean> {
    const { network, db, clock, log } = this.#service
    const { carriers } = await network.tables()
    const open = [...carriers.values()].filter(({ url }) => url !== null)
    // A copy of a database has the bookings of the original, and Backhaul would send them to the carriers again. So nothing is sent while
    // deliveries are held.
    if (open.length === 0 || (await readHold(db))) return open.length > 0
    await this.#compareClocks()
    await withAdvisoryLock(this.#db, LOCK, async (held) => {
      for (const exchange of await bookings.readExchanges(held, iso(clock.now()))) await this.#enroll(held, exchange)
      await this.#decide(held, open)
    })
    const exchanges = await bookings.listExchanges(db)
    for (const carrier of open) {
      const exchange = exchanges.find((one) => one.carrier === carrier.code && one.url === carrier.url)
      if (!exchange || this.#turns.has(carrier.code) || !(await this.#mayTalkTo(carrier, exchange))) continue
      const turn = this.#talkTo(carrier, exchange)
        .catch((err: unknown) => log.error({ err, carrier: carrier.code }, 'calling the service of a carrier failed'))
        .finally(() => this.#turns.delete(carrier.code))
      this.#turns.set(carrier.code, turn)
    }
    // A purchase may take longer than a time slice. It does not delay the next pass.
    await Promise.race([Promise.all(this.#turns.values()), sleep(TURN_MS, undefined, { ref: false })])
    return true
  }

  /** Leases and reads of one attempt are compared by processes on several machines, so all of them use the time of the database. */
  async #compareClocks(): Promise<void> {
    const before_ms = Date.now()
    const row = await this.#service.db.one<{ now_ms: number }>(
      'carrier_clock',
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms',
    )
    const after_ms = Date.now()
    // A small difference may come from the way to the database.
    if (row === null || after_ms - before_ms > LEAST_SKEW_MS) return
    const ahead_ms = (before_ms + after_ms) / 2 - row.now_ms
    this.#ahead_ms = Math.abs(ahead_ms) < LEAST_SKEW_MS ? 0 : ahead_ms
  }

  /** Adds shipments that existed before the carrier's service did, or that another process wrote before it knew of the service. */
  async #enroll(held: LockedConnection, exchange: bookings.Exchanged): Promise<void> {
    if (exchange.is_enrolled || this.#service.clock.now() - Date.parse(exchange.since) < this.#known_ms) return
    const end_ms = performance.now() + TURN_MS
    while (!this.#loop.stopped && performance.now() < end_ms)
      if (await bookings.enroll(held, exchange, COMING_STATUSES, ENROLLED_AT_ONCE)) return
  }

  /** Decides the bookings of changed shipments. */
  async #decide(held: LockedConnection, carriers: readonly Carrier[]): Promise<void> {
    for (let count = PORTION; count === PORTION && !this.#loop.stopped; ) {
      await held.transaction(async () => {
        const { ids, shipments } = await bookings.readOutbox(held, PORTION)
        count = ids.length
        const at = iso(this.#service.clock.now())
        const changed = shipments.flatMap((shipment) => changesOf(shipment, carriers, at))
        if (count > 0) await bookings.writeOutbox(held, ids, changed)
      })
    }
  }

  /** The address of an adapter whose address operators do not set. */
  async #fixedUrl(adapter: string): Promise<string | undefined> {
    return (await this.#load(adapter).catch(() => null))?.url
  }

  async #mayTalkTo({ active, url, adapter }: Carrier, { paused_until }: bookings.Exchanged): Promise<boolean> {
    if (!active || url === null || (paused_until !== null && Date.parse(paused_until) > this.#service.clock.now())) return false
    return checkWebhookUrl(url, serviceTargets(this.#service.config, url, await this.#fixedUrl(adapter))).ok
  }

  async #talkTo(carrier: Carrier, exchange: bookings.Exchanged): Promise<void> {
    const { db, clock, log } = this.#service
    const turn = await this.#openTurn(carrier, exchange).catch(async (error: unknown) => {
      const paused_until = iso(clock.now() + doubled(this.#rest_ms, exchange.pauses))
      const reason = String((error as Error).message).slice(0, MAX_ERROR)
      await bookings.noteAnswer(db, exchange, iso(clock.now()), { error: reason, stopped: null, paused_until })
      throw error
    })
    const now = iso(clock.now())
    const listed = (question: Question, limit: number) => listDuePurchases(db, exchange, question, now, limit)
    const reads = await listed('read', MAX_REPORTED)
    const due = await bookings.listDue(db, carrier.code, now, MAX_REPORTED)
    const voids = await listed('void', MAX_REPORTED)
    const polls = await listed('poll', MAX_POLLED)
    const stepsOf = <Row extends CarrierBookingRow | PurchaseRow>(
      rows: readonly Row[],
      work: (service: Service, asked: Asked, row: Row) => Promise<void>,
    ) => rows.map((row) => () => this.#step(turn, row, work))
    await inLanes(alternating(stepsOf(reads, read), stepsOf(due, buy), stepsOf(voids, voidLabel)), turn)
    if (!turn.isOver()) await this.#pull(turn)
    await inLanes(stepsOf(polls, voidLabel), turn)
    await endVoids(db, exchange, iso(clock.now()))
    this.#unsold.set(carrier.code, turn.unsold)
    if (this.#loop.stopped || (turn.answers === 0 && turn.error === null)) return
    const isOut = turn.answers === 0 || turn.stopped !== null || turn.unsold >= MAX_FAILED_TRIES
    const pause_ms = turn.stopped !== null ? STOPPED_MS : (turn.pause_ms ?? (isOut ? doubled(this.#rest_ms, exchange.pauses) : null))
    const paused_until = pause_ms === null ? null : iso(clock.now() + pause_ms)
    await bookings.noteAnswer(db, exchange, iso(clock.now()), { error: isOut ? turn.error : null, stopped: turn.stopped, paused_until })
    if (isOut) log.warn({ carrier: carrier.code, reason: turn.error }, 'the service of a carrier does not answer')
  }

  /** If a step fails for a reason of our own, only its booking or purchase waits. */
  async #step<Row extends CarrierBookingRow | PurchaseRow>(
    turn: Turn,
    row: Row,
    work: (service: Service, asked: Asked, row: Row) => Promise<void>,
  ): Promise<void> {
    try {
      await work(this.#service, turn, row)
    } catch (err) {
      this.#service.log.error({ err, carrier: row.carrier, id: row.id }, 'a step of the exchange with a carrier failed')
      await postpone(this.#service, turn, row)
    }
  }

  async #openTurn({ code, url, adapter: name }: Carrier, exchange: bookings.Exchanged): Promise<Turn> {
    const { db, clock, config } = this.#service
    const adapter = await this.#load(name)
    const { quota } = adapter
    const end_ms = performance.now() + TURN_MS
    let secret: Promise<string | null> | null = null
    const reach: Reach = {
      ...{ url: url as string, targets: serviceTargets(config, url, adapter.url), ending: this.#ending.signal },
      secret: () => {
        secret ??= readCarrierSecret(this.#service, code)
        return secret
      },
      take: async (operation) => {
        // Rates are asked only if a request is left to buy.
        const isLeft = quota === null || (await takeQuota(db, exchange, quota, operation === 'rates' ? Math.min(2, quota.burst) : 1))
        turn.isQuotaUsedUp ||= !isLeft
        turn.requests++
        return isLeft
      },
      mayPay: async () => false,
      held: (after, limit) => listHeld(db, exchange, after, limit),
    }
    const account = accountAt(reach, adapter)
    const turn: Turn = {
      ...{ exchange, adapter, service: adapter.open(account), answers: 0, requests: 0, in_vain: 0 },
      // After failed purchases, one more failure is enough to pause again.
      unsold: Math.min(this.#unsold.get(code) ?? 0, MAX_FAILED_TRIES - 1),
      ...{ error: null, stopped: null, pause_ms: null, isQuotaUsedUp: false },
      isOver: () =>
        this.#loop.stopped ||
        turn.in_vain >= MAX_FAILED_TRIES ||
        turn.unsold >= MAX_FAILED_TRIES ||
        turn.stopped !== null ||
        turn.pause_ms !== null ||
        turn.isQuotaUsedUp ||
        performance.now() > end_ms,
      isStopping: () => this.#loop.stopped,
      isSilent: () => this.#loop.stopped || turn.isQuotaUsedUp,
      retryAt: (tries) => clock.now() + doubled(this.#rest_ms, tries),
      serviceFor: (mayPay) => adapter.open(accountAt({ ...reach, mayPay }, adapter)),
      ask: (question, operation) => count(turn, question, account.shown, operation),
    }
    return turn
  }

  /** The fetched report becomes an import like any other report. Lines that it repeats are recognized as known. */
  async #pull(turn: Turn): Promise<void> {
    const { db } = this.#service
    const { carrier, reports_after: after } = turn.exchange
    const file = { kind: 'carrier-report', carrier, file_name: `after ${after ?? 'the beginning'}`.slice(0, 200) } as const
    // The previous report is not finished, so the next report stays with the carrier for now.
    if (await refuseSecond(this.#service, file)) return
    const answer = await turn.ask(() => turn.service.track(after))
    const pulled = 'done' in answer ? answer.done : null
    if (!pulled || this.#loop.stopped) return
    if (pulled.bytes.length === 0) return void (await bookings.noteReports(db, turn.exchange, pulled.next))
    const { execute } = new Execution(this.#service)
    const taken = await receiveFile(this.#service, `carrier:${carrier}`, execute, file, Buffer.from(pulled.bytes))
    // If another import started first, the report is fetched again later.
    if (!isRefusal(taken)) await bookings.noteReports(db, turn.exchange, pulled.next)
  }
}

const changesOf = (shipment: bookings.Noticed, carriers: readonly Carrier[], at: string): CarrierBookingRow[] => {
  const known = new Map(shipment.bookings.map((booking) => [booking.carrier, booking]))
  const expected = shipment.collecting_carrier ?? shipment.carrier
  const concerned = new Set([...known.keys(), ...carriers.flatMap(({ code }) => (code === expected ? [code] : []))])
  return [...concerned].flatMap((carrier): CarrierBookingRow[] => {
    const before = known.get(carrier)
    const state: BookingState | null = bookingStateOf(shipment, carrier, before?.state ?? null)
    if (state === null || state === before?.state) return []
    const now = { state, tries: 0, due_at: at, updated_at: at }
    if (before) return [{ ...before, ...now, version: before.version + 1 }]
    const fresh = {
      id: newId('carrier_booking'),
      carrier,
      shipment_id: shipment.id,
      number: null,
      error: null,
      cause: null,
      created_at: at,
      version: 1,
    }
    return [{ ...fresh, ...now }]
  })
}

/** Asks the carrier, and counts whether it answered. */
const count = async <T>(
  turn: Turn,
  question: () => Promise<Answer<T>>,
  shown: (text: string) => string,
  operation?: Operation,
): Promise<Answer<T>> => {
  const before = turn.requests
  const answer = await answerTo(question, shown)
  // An adapter that has nothing to ask has not heard from the carrier.
  if ('done' in answer && answer.done === null && turn.requests === before) return answer
  if (operation === 'buy' && 'done' in answer) turn.unsold = 0
  if ('done' in answer || answer.failed === 'refused') {
    turn.answers++
    turn.in_vain = 0
    return answer
  }
  // Nothing was asked.
  if (turn.isQuotaUsedUp && answer.failed === 'later') return answer
  turn.error = answer.reason
  // Rates may be answered while nothing is sold.
  if (operation === 'buy') turn.unsold++
  if (answer.failed === 'stopped') turn.stopped = answer.stop
  else if (answer.failed === 'later' && answer.retry_after_s !== undefined) turn.pause_ms = answer.retry_after_s * 1000
  else turn.in_vain++
  return answer
}

/** Takes one of each list in turn. */
const alternating = <T>(...lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }).flatMap((_, i) => lists.flatMap((list) => list.slice(i, i + 1)))

/** Takes a few steps at a time until the time slice is over. Resolves when all steps in progress have ended. */
const inLanes = async (steps: readonly (() => Promise<void>)[], turn: Turn): Promise<void> => {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined && !turn.isOver(); step = waiting.shift()) await step()
  }
  await allEnded(Array.from({ length: LANES }, lane))
}

/** Waits until all of them have ended, and then rejects with the first error, if any. */
const allEnded = async (works: readonly Promise<void>[]): Promise<void> => {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}
