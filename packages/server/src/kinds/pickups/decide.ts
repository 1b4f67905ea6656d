// Pickups and their sweeps. The first live pickup of a partner at a store, on a day, by a carrier, orders a sweep. Later pickups join this
// sweep, and it is canceled with the last of them. A collected parcel keeps the sweep that collected it. See docs/guide/counters.md#sweeps.

import { refuseBooking } from '@backhaul/core/bookable.ts'
import { dayAfter, dayAt, type PlaceDay, placeOf, weekdayOf } from '@backhaul/core/calendar.ts'
import { type DecisionContext, effects } from '@backhaul/core/effects.ts'
import * as counterEvent from '@backhaul/core/events/build-counter.ts'
import type { EventDraft } from '@backhaul/core/events/catalog.ts'
import { localDay, localMoment } from '@backhaul/core/local-time.ts'
import { type Hours, type Store, WEEKDAYS } from '@backhaul/core/network.ts'
import type { PickupRow } from '@backhaul/core/pickup.ts'
import { nextPickupDay, openSpans } from '@backhaul/core/pickup-days.ts'
import type { Policy } from '@backhaul/core/policy.ts'
import { cheapestCarrier, type RateTables } from '@backhaul/core/rating.ts'
import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { storeBlock } from '@backhaul/core/store-block.ts'
import type { SweepRow } from '@backhaul/core/sweep.ts'
import { byMarket } from '@backhaul/core/territories.ts'
import type { Static } from 'typebox'
import type { PickupCreate } from './schema.ts'

export type BookingInput = Omit<Static<typeof PickupCreate>, 'shipment_id' | 'store_id'>

export interface BookingContext extends DecisionContext {
  store: Store
  /** The carrier that would collect the parcel. Null if no carrier serves the shipment's lane. */
  carrier: string | null
  /** The sweep that is already ordered from that carrier for that store on that day. */
  sweep: SweepRow | null
}

/** Rows to write. Each changed row already has its next version. */
export interface PickupEffects {
  pickup: PickupRow
  sweep: SweepRow
  /** The same object as the given shipment if nothing in it changes. */
  shipment: Shipment
  /** The events in the order of their delivery. */
  events: EventDraft[]
}

/**
 * The carrier that collects: the one that accepted the parcel for collection, or else the shipment's own, or else (marketplace) the one
 * that would be chosen at a handover now.
 */
export const pickupCarrier = (shipment: Shipment, rates: RateTables): string | null =>
  shipment.collecting_carrier ??
  shipment.carrier ??
  cheapestCarrier({ ...shipment, from: shipment.from_address, to: shipment.to_address }, rates)

/** Checks the time window of a booking, as far as that is possible without the store. */
export const refuseReversed = ({ window_start, window_end }: BookingInput): Refusal | null =>
  window_start >= window_end ? invalidField('/window_end', 'after', 'must be later than window_start') : null

/** A window can be booked until it ends, in store-local time. */
const refuseWindow = ({ date, window_end }: BookingInput, timezone: string, now: string): Refusal | null => {
  const today = localDay(now, timezone)
  if (date < today) return invalidField('/date', 'future', `has passed at the store, where today is ${today}; send a later day`)
  if (localMoment(date, window_end, timezone) <= Date.parse(now)) {
    return invalidField('/window_end', 'future', 'has passed at the store; send a window that ends later')
  }
  return null
}

/** Formats hours for people: `mon 08:00-20:00; sat 09:00-12:00, 14:00-18:00`. */
const hoursText = (hours: Hours): string =>
  WEEKDAYS.flatMap((day) => (hours[day]?.length ? `${day} ${hours[day].map((span) => span.join('-')).join(', ')}` : [])).join('; ')

/**
 * If the policy requires it, the window must be within the opening hours of the day. A store without stored hours may be open at any time.
 */
const refuseClosed = (
  { date, window_start, window_end }: BookingInput,
  { hours }: Store,
  day: PlaceDay,
  policy: Policy,
): Refusal | null => {
  if (policy.pickups_outside_hours === 'accept' || (hours === null && !day.isSpecial)) return null
  const weekday = weekdayOf(date)
  const open = openSpans((day.isSpecial ? day.hours : hours?.[weekday]) ?? [])
  if (open.some(([from, to]) => from <= window_start && window_end <= to)) return null
  const all = hoursText(hours ?? {})
  if (open.length === 0) {
    if (day.isSpecial)
      return invalidField('/date', 'hours', `is ${day.name ?? 'a special day'}, on which the store is closed; choose another day`)
    const remedy = all === '' ? 'the store has no opening hours; choose another store' : `choose a day with opening hours: ${all}`
    return invalidField('/date', 'hours', `is a ${weekday}, on which the store is closed; ${remedy}`)
  }
  return invalidField(
    '/window_start',
    'hours',
    `begins a window that is not within the opening hours of the store on this day (${hoursText({ [weekday]: open })})`,
  )
}

/** If the policy requires it, the day must be a working day in the store's calendars, and today counts only until the cut-off. */
const refuseByCalendar = (input: BookingInput, day: PlaceDay, { store, calendars, now, policy }: BookingContext): Refusal | null => {
  const hasCalendar = store.calendar != null || byMarket(calendars, store) !== undefined
  if (policy.pickups_on_closed_days === 'accept' || !hasCalendar) return null
  const isToday = localDay(now, store.timezone) === input.date
  const isLate = isToday && day.cut_off !== null && localMoment(input.date, day.cut_off, store.timezone) <= Date.parse(now)
  if (day.isOpen && !isLate) return null
  const why = isLate
    ? `is today, but today's cut-off at the store (${day.cut_off}) has passed`
    : `is ${day.name ?? `a ${weekdayOf(input.date)}`}, on which the store is closed`
  const next = nextPickupDay(store, calendars, dayAfter(input.date, 1), now)
  return invalidField('/date', 'open', `${why}; ${next ? `the next open day is ${next.date}` : 'choose another store'}`)
}

const CONFIRMATION_CHARACTERS = 8

/**
 * Makes a confirmation code of two groups of four Crockford characters (no I, L, O or U), which are 40 random bits. An index keeps the
 * codes unique.
 */
const newConfirmation = (env: DecisionContext): string => {
  const text = env.ids.token().slice(0, CONFIRMATION_CHARACTERS)
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const orderSweep = (shipment: Shipment, input: BookingInput, carrier: string, env: BookingContext): SweepRow => ({
  id: env.ids.next('sweep'),
  partner_id: shipment.partner_id,
  store_id: env.store.id,
  store: storeBlock(env.store),
  sweep_date: input.date,
  carrier,
  status: 'ordered',
  created_at: env.now,
  closed_at: null,
  version: 1,
})

/**
 * Books a pickup. Errors: `validation_failed` for a window that has passed or that the policy refuses, and on `/shipment_id` if no carrier
 * serves its lane; `invalid_transition` for a shipment that was refused, has ended or is with a carrier; `pickup_already_scheduled`.
 */
export const decideBook = (shipment: Shipment, input: BookingInput, env: BookingContext): PickupEffects | Refusal => {
  const day = dayAt(placeOf(env.store, env.calendars), input.date)
  const refusal =
    refuseWindow(input, env.store.timezone, env.now) ??
    refuseByCalendar(input, day, env) ??
    refuseClosed(input, env.store, day, env.policy) ??
    refuseBooking(shipment)
  if (refusal) return refusal
  if (env.carrier === null)
    return invalidField('/shipment_id', 'carrier', 'names a shipment whose destination no carrier serves; change the destination')
  const sweep = env.sweep ? { ...env.sweep, version: env.sweep.version + 1 } : orderSweep(shipment, input, env.carrier, env)
  const pickup: PickupRow = {
    id: env.ids.next('pickup'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    store_id: env.store.id,
    sweep_id: sweep.id,
    confirmation: newConfirmation(env),
    date: input.date,
    window_start: input.window_start,
    window_end: input.window_end,
    package_count: input.package_count ?? 1,
    status: 'scheduled',
    collected_at: null,
    cancelled_at: null,
    created_at: env.now,
    version: 1,
  }
  // If the parcel has a sweep but no live pickup, that sweep collected it, so the parcel keeps it.
  const { shipment: after } = effects(shipment, { ...shipment, pickup_id: pickup.id, sweep_id: shipment.sweep_id ?? sweep.id }, env)
  const scheduled = counterEvent.pickupScheduled(after, pickup, env.actor)
  const events = env.sweep ? [scheduled] : [counterEvent.sweepCreated(sweep, env.actor), scheduled]
  return { pickup, sweep, shipment: after, events }
}

/**
 * Cancels a pickup, removes its shipment from the sweep unless it was collected, and closes the sweep with its last live pickup. No event
 * reports the closing. `others_live`: number of other live pickups of the sweep. `collected`: whether a collection has been recorded since
 * the booking. Errors: `pickup_already_cancelled`.
 */
export const decideCancelPickup = (
  pickup: PickupRow,
  { sweep, others_live, collected }: { sweep: SweepRow; others_live: number; collected: boolean },
  shipment: Shipment,
  env: DecisionContext,
): PickupEffects | Refusal => {
  if (pickup.status === 'cancelled') {
    return refuse('pickup_already_cancelled', 'The pickup is already canceled; to have the shipment collected, book a new pickup.', {
      cancelled_at: pickup.cancelled_at,
    })
  }
  if (shipment.pickup_id !== pickup.id) throw new Error(`live pickup ${pickup.id} is not the pickup of its shipment`)
  const cancelled: PickupRow = { ...pickup, status: 'cancelled', cancelled_at: env.now, version: pickup.version + 1 }
  const left: SweepRow = others_live > 0 ? sweep : { ...sweep, status: 'closed', closed_at: env.now }
  const isKept = collected || shipment.sweep_id !== sweep.id
  const { shipment: after } = effects(shipment, { ...shipment, pickup_id: null, sweep_id: isKept ? shipment.sweep_id : null }, env)
  return {
    pickup: cancelled,
    sweep: { ...left, version: sweep.version + 1 },
    shipment: after,
    events: [counterEvent.pickupCancelled(after, cancelled, env.actor)],
  }
}
