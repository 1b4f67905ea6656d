// Estimates the delivery date: the day on which the parcel leaves, in the destination's time zone, plus its transit time there in working
// days (docs/guide/shipments.md#when-it-arrives, ADR 24). The estimate is null if the calendars lack the necessary facts.
import { arrivalDay, type Calendar, dayAt, handOverDay, type Place, placeOf, transitDays } from './calendar.ts'
import type { DecisionContext } from './effects.ts'
import { localDay, localMoment } from './local-time.ts'
import type { Store } from './network.ts'
import { tariffZoneOf, zoneOf } from './rating.ts'
import { timezoneOf } from './regions.ts'
import type { Address, Shipment } from './shipment.ts'
import { byMarket } from './territories.ts'

/** Assumed time of departure from a place without a cut-off. In the destination's time zone, this time determines the day of departure. */
const USUAL_HAND_OVER = '12:00'

type Expected = Pick<Shipment, 'from_address' | 'to_address' | 'parcel' | 'service_level' | 'declared_value' | 'carrier'>

const zoneIn = (address: Address | null, calendar: Calendar): string => (address && timezoneOf(address)) ?? calendar.timezone ?? 'UTC'

/**
 * Returns the place where the parcel is handed over: a store, or else the country of its sender. A parcel without a sender counts as sent
 * from the destination's country.
 */
const originOf = ({ from_address, to_address }: Expected, store: Store | null, calendars: ReadonlyMap<string, Calendar>) => {
  if (store)
    return {
      place: placeOf(store, calendars),
      timezone: store.timezone,
      isKnown: store.calendar != null || byMarket(calendars, store) !== undefined,
    }
  const market = byMarket(calendars, from_address ?? to_address)
  return {
    place: { market: market ?? null, store: null },
    timezone: market ? zoneIn(from_address, market) : 'UTC',
    isKnown: market !== undefined,
  }
}

const leaves = (place: Place, now: string, timezone: string): string | null => {
  const day = handOverDay(place, now, timezone)
  return day && new Date(localMoment(day, dayAt(place, day).cut_off ?? USUAL_HAND_OVER, timezone)).toISOString()
}

/** `store`: the store of the drop-off. `isUnderWay`: the parcel was already handed over, and only its destination changes. */
export const estimatedDelivery = (
  shipment: Expected,
  { now, calendars, rates }: Pick<DecisionContext, 'now' | 'calendars' | 'rates'>,
  store: Store | null,
  isUnderWay = false,
): string | null => {
  const { from_address: from, to_address: to, carrier, service_level } = shipment
  const destination = byMarket(calendars, to)
  if (!calendars || !destination || destination.transit.size === 0) return null
  const facts = { ...shipment, from, to }
  const own = tariffZoneOf(facts, carrier, rates)
  const days = transitDays(destination, carrier, [...(own === null ? [] : [String(own)]), zoneOf(from, to)], service_level)
  const origin = originOf(shipment, store, calendars)
  if (days === null || !origin.isKnown) return null
  const left = isUnderWay ? now : leaves(origin.place, now, origin.timezone)
  return left && arrivalDay({ market: destination, store: null }, localDay(left, zoneIn(to, destination)), days)
}
