// Exchanges data with carriers that have a service (ADR 32). It books each parcel that the carrier will transport, voids the bookings of
// parcels that will not come, and fetches reports. An outbox row is written with each change of a shipment, so no booking is lost. A
// carrier identifies a parcel by the id of its shipment, so a repeated request books it once. Only one process exchanges data at a time.
//
// The service of an inactive carrier is not called until the carrier is active again. A sandbox calls only services on this machine.
//
// A carrier that does not answer delays no other carrier: its time slice ends, and it is asked again later. If a service fails for one
// parcel, this parcel is retried after the others.

import { numbered } from '@backhaul/core/carrier.ts'
import { type BookingState, bookingStateOf, type CarrierBookingRow, COMING_STATUSES } from '@backhaul/core/carrier-booking.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Update } from '../../commit/plan.ts'
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
import { adapterOf } from './adapter.ts'
import * as bookings from './bookings.ts'
import { type CarrierService, Outage, Refused } from './service.ts'

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
/** Maximum number of bookings sent to a carrier in one time slice. */
const MAX_REPORTED = 200
const LANES = 4
/** After this many requests in a row without an answer, the carrier's time slice ends. */
const MAX_FAILED_TRIES = 3
/**
 * Maximum pause between two attempts for one parcel, and between two time slices of a carrier that does not answer. The pause doubles each
 * time.
 */
const MAX_PAUSE_MS = 300_000
const MAX_ERROR = 500

const doubled = (ms: number, times: number): number => Math.min(ms * 2 ** times, MAX_PAUSE_MS)

interface Turn {
  exchange: bookings.Exchanged
  service: CarrierService
  isOver: () => boolean
  answers: number
  /** Number of requests without an answer since the last answer. */
  in_vain: number
  error: string | null
}

export class Exchange {
  readonly #service: Service
  readonly #rest_ms: number
  readonly #known_ms: number
  readonly #db: Database
  readonly #loop = new BackgroundLoop()
  readonly #ending = new AbortController()
  /** For each carrier that did not answer, by carrier code: the time of the next attempt. */
  readonly #pauses = new Map<string, { until_ms: number; turns: number }>()
  #ended: Promise<void> | null = null

  /**
   * @param rest_ms time between two passes
   * @param known_ms time after which every process knows of a new service
   */
  constructor(service: Service, rest_ms: number = REST_MS, known_ms: number = KNOWN_MS) {
    this.#service = service
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
    const targets = serviceTargets(config)
    for (const { code, url } of (await network.tables()).carriers.values())
      if (url !== null && !(await mayBeCalled(url, targets)))
        log.warn(
          { carrier: code },
          'a sandbox calls no live carrier: the service of this carrier is not on this machine, so it is not called',
        )
  }

  /** Aborts requests in progress; they are repeated later. */
  async stop(): Promise<void> {
    this.#loop.stop()
    this.#ending.abort()
    await this.#ended
    await this.#db.close()
  }

  /** @returns whether a carrier has a service */
  async pass(): Promise<boolean> {
    const { network, db, clock } = this.#service
    const { carriers } = await network.tables()
    const open = [...carriers.values()].filter((carrier) => adapterOf(carrier).open)
    // A copy of a database has the bookings of the original, and Backhaul would send them to the carriers again. So nothing is sent while
    // deliveries are held.
    if (open.length === 0 || (await readHold(db))) return open.length > 0
    await withAdvisoryLock(this.#db, LOCK, async (held) => {
      const exchanges = await bookings.readExchanges(held, iso(clock.now()))
      for (const exchange of exchanges) await this.#enroll(held, exchange)
      await this.#decide(held, open)
      await allEnded(
        open.flatMap((carrier) => {
          const exchange = exchanges.find((one) => one.carrier === carrier.code && one.url === carrier.url)
          return exchange && this.#mayTalkTo(carrier) ? [this.#talkTo(carrier, exchange)] : []
        }),
      )
    })
    return true
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

  #mayTalkTo({ active, url }: Carrier): boolean {
    return active && url !== null && checkWebhookUrl(url, serviceTargets(this.#service.config)).ok
  }

  async #talkTo(carrier: Carrier, exchange: bookings.Exchanged): Promise<void> {
    const pause = this.#pauses.get(carrier.code)
    if (pause && performance.now() < pause.until_ms) return
    const { db, clock, log, config } = this.#service
    let read: Promise<string | null> | null = null
    const secret = () => {
      read ??= readCarrierSecret(this.#service, carrier.code)
      return read
    }
    const reach = { targets: serviceTargets(config), ending: this.#ending.signal, secret }
    const service = adapterOf(carrier).open?.(reach) as CarrierService
    const end_ms = performance.now() + TURN_MS
    const turn: Turn = { exchange, service, answers: 0, in_vain: 0, error: null, isOver: () => false }
    turn.isOver = () => this.#loop.stopped || turn.in_vain >= MAX_FAILED_TRIES || performance.now() > end_ms
    const due = await bookings.listDue(db, carrier.code, iso(clock.now()), MAX_REPORTED)
    await inLanes(due, turn, (booking) => this.#tell(turn, booking))
    if (!turn.isOver()) await this.#pull(turn)
    if (this.#loop.stopped || (turn.answers === 0 && turn.error === null)) return
    const isOut = turn.answers === 0
    await bookings.noteAnswer(db, exchange, iso(clock.now()), isOut ? turn.error : null)
    if (!isOut) this.#pauses.delete(carrier.code)
    else {
      const turns = (pause?.turns ?? -1) + 1
      this.#pauses.set(carrier.code, { until_ms: performance.now() + doubled(this.#rest_ms, turns), turns })
      log.warn({ carrier: carrier.code, reason: turn.error }, 'the service of a carrier does not answer')
    }
  }

  /** Sends a request, and counts whether the carrier answered. Returns undefined if it did not. */
  async #ask<T>(turn: Turn, question: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await question()
      turn.answers++
      turn.in_vain = 0
      return answer
    } catch (error) {
      if (!(error instanceof Outage)) throw error
      turn.in_vain++
      turn.error = error.message.slice(0, MAX_ERROR)
      return undefined
    }
  }

  async #tell(turn: Turn, booking: CarrierBookingRow): Promise<void> {
    const told = booking.state === 'due' ? await this.#book(turn, booking) : await this.#void(turn, booking)
    if (this.#loop.stopped) return
    const { clock } = this.#service
    const now_ms = clock.now()
    const later = { tries: booking.tries + 1, due_at: iso(now_ms + doubled(this.#rest_ms, booking.tries)), error: turn.error }
    await this.#write({ ...booking, ...(told ?? later), updated_at: iso(now_ms), version: booking.version + 1 })
  }

  async #book(turn: Turn, { shipment_id }: CarrierBookingRow): Promise<Partial<CarrierBookingRow> | undefined> {
    const shipment = await this.#shipment(shipment_id)
    return this.#ask(turn, async () => {
      try {
        return { state: 'booked', number: await turn.service.book(shipment), error: null, tries: 0 }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { state: 'refused', error: error.message, tries: 0 }
      }
    })
  }

  #void(turn: Turn, { shipment_id }: CarrierBookingRow): Promise<Partial<CarrierBookingRow> | undefined> {
    return this.#ask(turn, async () => ({ state: 'void', error: await turn.service.void(shipment_id), tries: 0 }))
  }

  async #shipment(id: string): Promise<Shipment> {
    return (await this.#service.db.one<Shipment>('carrier_shipment', 'select * from shipments where id = $1', [id])) as Shipment
  }

  /**
   * Writes nothing if the booking has changed meanwhile, because the changed booking then decides what to send. If a parcel has no number,
   * it gets the carrier's number.
   */
  async #write(booking: CarrierBookingRow): Promise<void> {
    await new Execution(this.#service).execute(async () => {
      const before = await bookings.findBooking(this.#service.db, booking.id)
      if (before?.version !== booking.version - 1) return { status: 200, body: {}, plan: {} }
      const updates: Update[] = [['carrier_bookings', booking]]
      const shipment = booking.state === 'booked' ? await this.#shipment(booking.shipment_id) : null
      if (shipment?.carrier === booking.carrier && shipment.ltracking === null)
        updates.push(['shipments', { ...shipment, ...numbered(booking.number), version: shipment.version + 1 }])
      return { status: 200, body: {}, plan: { updates } }
    })
  }

  /** The fetched report becomes an import like any other report. Lines that it repeats are recognized as known. */
  async #pull(turn: Turn): Promise<void> {
    const { db } = this.#service
    const { carrier, reports_after: after } = turn.exchange
    const file = { kind: 'carrier-report', carrier, file_name: `after ${after ?? 'the beginning'}`.slice(0, 200) } as const
    // The previous report is not finished, so the next report stays with the carrier for now.
    if (await refuseSecond(this.#service, file)) return
    const pulled = await this.#ask(turn, () => turn.service.reports(after))
    if (!pulled || this.#loop.stopped) return
    const { execute } = new Execution(this.#service)
    const taken = await receiveFile(this.#service, `carrier:${carrier}`, execute, file, pulled.bytes)
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
    const fresh = { id: newId('carrier_booking'), carrier, shipment_id: shipment.id, number: null, error: null, created_at: at, version: 1 }
    return [{ ...fresh, ...now }]
  })
}

/** Works on a few items at a time until the time slice is over. Resolves when all work in progress has ended. */
const inLanes = async <T>(items: readonly T[], turn: Turn, work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined && !turn.isOver(); item = waiting.shift()) await work(item)
  }
  await allEnded(Array.from({ length: LANES }, lane))
}

/** Waits until all of them have ended, and then rejects with the first error, if any. */
const allEnded = async (works: readonly Promise<void>[]): Promise<void> => {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}
