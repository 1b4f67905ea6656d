// The steps of one booking at a carrier: buy a label, read an attempt with an unknown outcome again, void a label.
//
// Promise: no booking has two attempts at once, over all processes, and no label is paid for twice. The attempt is committed before the
// call that pays, with its lease. If the process ends, or the answer is lost, the carrier is read after its deadline before anything else
// happens. Not promised: what a carrier shows only after its last deadline. Such a second label is voided when it is found.

import { numbered } from '@backhaul/core/carrier.ts'
import type {
  Answer,
  Attempt,
  BookableParcel,
  CarrierAdapter,
  CarrierService,
  Failure,
  Offer,
  Operation,
  Purchase,
} from '@backhaul/core/carrier-adapter.ts'
import { bookingStateOf, type CarrierBookingRow, isComing } from '@backhaul/core/carrier-booking.ts'
import {
  isOpen,
  leaseEnd,
  type PurchaseRow,
  refusedBooking,
  type Settled,
  START_MS,
  settleFailure,
  settleFound,
  settleNone,
  settleVoid,
} from '@backhaul/core/carrier-purchase.ts'
import type { CustomsRow } from '@backhaul/core/customs.ts'
import { carrierLabelReady } from '@backhaul/core/events/build-shipment.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { stateOf } from '@backhaul/core/transitions.ts'
import type { Guard, Insert, Update } from '../../commit/plan.ts'
import { bytea } from '../../database/columns.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { Execution } from '../../service/execute.ts'
import { freezeAll } from '../../service/plan.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { isSameService } from '../network/carrier-service.ts'
import { loadShipment } from '../shipments/load.ts'
import { findCustoms } from '../shipments/queries.ts'
import type { Exchanged } from './bookings.ts'
import { formatOf, type PaperRow, readWhole, type Whole } from './purchases.ts'

/** A carrier's service for the time of a turn. `ask` counts answers and failures, and never throws. */
export interface Asked {
  exchange: Exchanged
  adapter: CarrierAdapter
  service: CarrierService
  ask<T>(question: () => Promise<Answer<T>>, operation?: Operation): Promise<Answer<T>>
  /** The service for one purchase. A request that pays starts only if `mayPay` says so right before it. */
  serviceFor(mayPay: () => Promise<boolean>): CarrierService
  /** The time of the next attempt after `tries` failed ones. */
  retryAt(tries: number): number
  /** Whether the process is stopping. Then a missing answer says nothing, and the lease of an attempt is left to end. */
  isStopping(): boolean
  /** Also true if the quota is used up, so that failures may say nothing about the parcel. It is due again in the next turn. */
  isSilent(): boolean
}

const attemptOf = ({ reference, carrier_shipment_id, offer }: PurchaseRow): Attempt => ({ reference, carrier_shipment_id, offer })

const parcelOf = ({ shipment }: Whole, customs: CustomsRow | null, reference: string): BookableParcel => ({
  ...{ reference, tracking: shipment.tracking, number: shipment.ltracking, service_level: shipment.service_level },
  ...{ parcel: shipment.parcel, from: shipment.from_address, to: shipment.to_address, customs: customs?.declaration ?? null },
})

/** Only the label has the name `label`, because carriers choose the names of further documents. */
const papersOf = (row: PurchaseRow, { label, documents }: Purchase): PaperRow[] =>
  [
    ...(label ? [{ name: 'label', content: label }] : []),
    ...documents.map(({ name, content }) => ({ name: `document:${name}`, content })),
  ].map(({ name, content }) => ({
    ...{ id: newId('carrier_paper'), purchase_id: row.id, name, format: formatOf(content), content: bytea(content) },
  }))

const cheapest = (offers: readonly Offer[]): Offer | undefined => offers.toSorted((a, b) => a.cost.amount - b.cost.amount)[0]

/**
 * Writes what `decide` makes of the present rows, and decides again if one of them changes meanwhile. Null: nothing is to be written.
 * Returns whether something was written. False also if other writers kept changing the rows.
 */
const write = async (service: Service, booking_id: string, decide: (whole: Whole) => Settled | null): Promise<boolean> => {
  let isWritten = false
  const answer = await new Execution(service).execute(async () => {
    const whole = await readWhole(service.db, booking_id)
    const settled = whole && decide(whole)
    isWritten = settled !== null
    if (!whole || !settled) return { status: 200, body: {}, plan: {} }
    const { booking, changed, added, labels } = settled
    const { shipment } = whole
    const isChanged = booking !== whole.booking
    const isBooked = isChanged && booking.state === 'booked'
    const updates: Update[] = changed.map((row) => ['carrier_purchases', row])
    const guards: Guard[] = isChanged ? [] : [['carrier_bookings', booking]]
    if (isChanged) updates.push(['carrier_bookings', booking])
    // A parcel without a number gets the carrier's number. In direct mode it has no other label of the carrier than the last one, until it
    // is handed over. Otherwise the shipment is guarded: a cancellation that is committed meanwhile is noticed while the booking cannot
    // change, so it must be decided here.
    const isDirect = shipment.is_direct && isComing(stateOf(shipment))
    const isNumbered = isBooked && shipment.carrier === booking.carrier && (shipment.ltracking === null || isDirect)
    const isReady = isBooked && isDirect && [...labels].some(([{ state }, { label }]) => state === 'held' && label !== null)
    const next = { ...shipment, ...(isNumbered && numbered(booking.number)), version: shipment.version + 1 }
    if (isNumbered || isReady) updates.push(['shipments', next])
    else guards.push(['shipments', shipment])
    const events = isReady
      ? freezeAll([carrierLabelReady(next, booking.carrier, booking.number as string)], await partnerNow(service, shipment.partner_id))
      : []
    const papers = [...labels].flatMap(([row, label]) => papersOf(row, label))
    const inserts: Insert[] = [
      ...added.map((row): Insert => ['carrier_purchases', row]),
      ...papers.map((paper): Insert => ['carrier_papers', paper]),
    ]
    return { status: 200, body: {}, plan: { updates, inserts, guards, events } }
  })
  return isWritten && !isRefusal(answer)
}

const nothing = (booking: CarrierBookingRow): Settled => ({ booking, changed: [], added: [], labels: new Map() })

/**
 * Whether the attempt may still be paid for. If this process was suspended or waited for the database, another one may already have read
 * that nothing was bought. If the carrier has another service meanwhile, nobody would read the attempt.
 */
const mayPay = async (db: Database, id: string, began_ms: number): Promise<boolean> => {
  const isOwn = await db.one(
    'carrier_may_pay',
    `select 1 from carrier_purchases p join carriers c on c.code = p.carrier and ${isSameService('c.url', 'p.url')}
      where p.id = $1 and p.version = 1 and p.state = 'buying'`,
    [id],
  )
  return isOwn !== null && performance.now() - began_ms <= START_MS
}

/** Buys a label for a booking that is due. */
export const buy = async (service: Service, asked: Asked, due: CarrierBookingRow): Promise<void> => {
  const { adapter, exchange } = asked
  const { clock } = service
  const whole = await readWhole(service.db, due.id)
  if (whole?.booking.state !== 'due') return
  // Expires the shipment if it is due: then the next turn ends the booking. In network mode, a late scan may show that it was handed in.
  if (whole.shipment.is_direct && (await loadShipment(service, null, due.shipment_id))?.version !== whole.shipment.version) return
  const id = newId('carrier_purchase')
  const parcel = parcelOf(whole, await findCustoms(service.db, due.shipment_id), id)
  const rates = await asked.ask(() => asked.service.rates(parcel))
  if (!('done' in rates) && asked.isSilent()) return
  const offer = 'done' in rates ? cheapest(rates.done.offers) : undefined
  if (!('done' in rates) || !offer) {
    const failure = 'done' in rates ? noOffer(rates.done.is_complete) : rates
    await write(service, due.id, (now) => notOffered(now, failure, asked, clock.now()))
    return
  }
  if (asked.isStopping()) return
  const began_ms = performance.now()
  const now = iso(clock.now())
  const attempt: PurchaseRow = {
    ...{ id, reference: id, booking_id: due.id, carrier: exchange.carrier, url: exchange.url, shipment_id: due.shipment_id },
    ...{ carrier_shipment_id: rates.done.carrier_shipment_id, offer: offer.id, service: offer.service, state: 'buying' },
    ...{ numbers: [], cost_cents: null, currency: null, charges: [], ids: {}, error: null, tries: 0 },
    ...{ due_at: leaseEnd(adapter, clock.now()), created_at: now, updated_at: now, version: 1 },
  }
  let isBuying = false
  const isWritten = await write(service, due.id, ({ booking, purchases, shipment }) => {
    if (booking.state !== 'due' || booking.version !== due.version || purchases.some((one) => isOpen(one) || one.state === 'held'))
      return null
    // The parcel may have been canceled since the booking became due.
    const state = bookingStateOf(shipment, booking.carrier, 'due') ?? 'void'
    isBuying = state === 'due'
    // The label is bought for the parcel and the addresses that the carrier was asked about. They may have been amended.
    if (isBuying && shipment.version !== whole.shipment.version) return null
    const next = { ...booking, state: isBuying ? 'buying' : state, updated_at: now, version: booking.version + 1 } as const
    return { ...nothing(next), added: isBuying ? [attempt] : [] }
  })
  if (!isWritten || !isBuying || asked.isStopping()) return
  const seller = asked.serviceFor(() => mayPay(service.db, id, began_ms))
  const answer = await asked.ask(() => seller.buy(attemptOf(attempt), parcel), 'buy')
  if (!('done' in answer) && asked.isStopping()) return
  await write(service, due.id, (seen) => {
    const row = seen.purchases.find((one) => one.id === id) as PurchaseRow
    if ('done' in answer) return settleFound(seen, id, [answer.done], iso(clock.now()), newPurchaseId)
    // Another process has read the carrier meanwhile and knows more.
    if (row.state !== 'buying') return null
    return settleFailure(seen, row, answer, adapter, clock.now(), asked.retryAt(seen.booking.tries))
  })
}

const newPurchaseId = (): string => newId('carrier_purchase')

const noOffer = (is_complete: boolean): Failure =>
  is_complete
    ? { failed: 'refused', reason: 'the carrier offers no service for this parcel', cause: 'service' }
    : { failed: 'later', reason: 'a part of the carrier did not answer with its rates' }

/** The booking after rates that lead to no purchase. Only a refusal is about the parcel. */
const notOffered = (whole: Whole, failure: Failure, asked: Asked, now_ms: number): Settled | null => {
  const { booking } = whole
  if (booking.state !== 'due') return null
  if (failure.failed === 'refused') return nothing(refusedBooking(whole, failure.reason, failure.cause, iso(now_ms)))
  const tries = booking.tries + (failure.failed === 'stopped' ? 0 : 1)
  const later = {
    tries,
    due_at: iso(asked.retryAt(booking.tries)),
    error: failure.reason,
    updated_at: iso(now_ms),
    version: booking.version + 1,
  }
  return nothing({ ...booking, ...later })
}

/** Asks again later about a purchase, because the carrier did not answer. */
const again = (whole: Whole, row: PurchaseRow, error: string, asked: Asked, now_ms: number): Settled => ({
  ...nothing(whole.booking),
  changed: [
    { ...row, error, tries: row.tries + 1, due_at: iso(asked.retryAt(row.tries)), updated_at: iso(now_ms), version: row.version + 1 },
  ],
})

const writePurchase = (
  service: Service,
  before: PurchaseRow,
  decide: (whole: Whole, row: PurchaseRow) => Settled | null,
): Promise<boolean> =>
  write(service, before.booking_id, (whole) => {
    const row = whole.purchases.find(({ id }) => id === before.id)
    return row?.version === before.version ? decide(whole, row) : null
  })

/** Reads at the carrier what became of an attempt. */
export const read = async (service: Service, asked: Asked, attempt: PurchaseRow): Promise<void> => {
  const { clock } = service
  const began_ms = clock.now()
  const found = await asked.ask(() => asked.service.find(attemptOf(attempt)))
  if (!('done' in found) && asked.isSilent()) return
  await writePurchase(service, attempt, (whole, row) => {
    if (!('done' in found)) return again(whole, row, found.reason, asked, clock.now())
    if (found.done.length === 0) return settleNone(whole, row, asked.adapter, began_ms)
    return settleFound(whole, row.id, found.done, iso(clock.now()), newPurchaseId)
  })
}

/** Asks the carrier to void a label, or reads how far the void is. */
export const voidLabel = async (service: Service, asked: Asked, label: PurchaseRow): Promise<void> => {
  const { adapter } = asked
  const { clock } = service
  const number = label.numbers[0] as string
  const attempt = attemptOf(label)
  // After a lost answer or a submitted void, the carrier may have voided the label already.
  if (label.tries > 0 || label.state === 'void_submitted') {
    const found = await asked.ask(() => asked.service.find(attempt))
    if (!('done' in found)) return void (await askVoidAgain(service, asked, label, found))
    // The attempt may have bought a second label.
    if (found.done.some(({ numbers }) => numbers[0] !== number))
      await write(service, label.booking_id, (whole) => settleFound(whole, label.id, found.done, iso(clock.now()), newPurchaseId))
    const state = found.done.find(({ numbers }) => numbers[0] === number)?.void ?? 'none'
    if (state !== 'none' && (label.state === 'void_submitted' || state !== 'refused')) {
      const error = state === 'refused' ? 'the carrier refused the void after it was submitted' : null
      await writePurchase(service, label, (whole, row) => ({
        ...nothing(whole.booking),
        changed: [settleVoid(row, state, error, adapter, clock.now())],
      }))
      return
    }
  }
  const answer = await asked.ask(() => asked.service.void(attempt, number))
  const failure = 'done' in answer ? null : answer
  if (failure !== null && failure.failed !== 'refused') return void (await askVoidAgain(service, asked, label, failure))
  const done = 'done' in answer ? answer.done : await findVoid(asked, attempt, number)
  const error = done === null && failure !== null ? failure.reason : null
  await writePurchase(service, label, (whole, row) => ({
    ...nothing(whole.booking),
    changed: [settleVoid(row, done ?? 'refused', error, adapter, clock.now())],
  }))
}

/** How far the void is of a label that the carrier did not void now: it may have voided the label before, and the answer was not noted. */
const findVoid = async (asked: Asked, attempt: Attempt, number: string): Promise<'submitted' | 'settled' | 'not_needed' | null> => {
  const found = await asked.ask(() => asked.service.find(attempt))
  const state = 'done' in found ? found.done.find(({ numbers }) => numbers[0] === number)?.void : undefined
  return state === undefined || state === 'none' || state === 'refused' ? null : state
}

const askVoidAgain = async (service: Service, asked: Asked, label: PurchaseRow, failure: Failure): Promise<void> => {
  // The label stays as it is only if the carrier certainly did nothing.
  if (asked.isSilent() && failure.failed === 'later') return
  await writePurchase(service, label, (whole, row) => again(whole, row, failure.reason, asked, service.clock.now()))
}

const NOT_PROCESSED: Failure = { failed: 'later', reason: 'the service failed to process this step; its log says why' }

/** Moves a booking or a purchase behind the others after its step failed for a reason of our own. */
export const postpone = async (service: Service, asked: Asked, row: CarrierBookingRow | PurchaseRow): Promise<void> => {
  const now_ms = service.clock.now()
  if ('reference' in row) await writePurchase(service, row, (whole, now) => again(whole, now, NOT_PROCESSED.reason, asked, now_ms))
  else await write(service, row.id, (whole) => notOffered(whole, NOT_PROCESSED, asked, now_ms))
}
