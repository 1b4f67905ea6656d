// The steps of a parcel: the usual steps, and how they differ for each fate.
import type { ShipmentCreate } from '@backhaul/client'
import { fromMinorUnits, share, toMinorUnits } from '@backhaul/core/money.ts'
import { zoneOf } from '@backhaul/core/rating.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts'
import type { Journey } from './journey.ts'
import { addressNear, CLAIMS, DISPUTES, personName, REFUSALS } from './people.ts'
import { type Counter, facilities, MERCHANTS, type Merchant } from './places.ts'
import type { Fate } from './steps.ts'

export interface Facts {
  fate: Fate
  body: ShipmentCreate
  counter: Counter
  merchant: number
  hub: Merchant['hub']
  shopper: ReturnType<typeof addressNear>
}

const FACILITY_TIMEZONES = new Map(facilities().map(({ code, timezone }) => [code, timezone]))
/** The number of working days in transit. */
const TRANSIT_DAYS = { local: 1, regional: 2, national: 4, international: 6 } as const
const MAX_NIGHTS = 3
const SHARE_OF_TENDERS = 0.75
/** Relative frequency of each number of days until a parcel is handed in, from zero days up. */
const LAGS = [15, 30, 20, 12, 10, 8, 5]
const DAY_MINUTES = 24 * 60

const clock = (minute: number): string =>
  `${String(Math.floor((minute % DAY_MINUTES) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const heavier = (journey: Journey, { body }: Facts): { weight: number } => ({
  weight: Math.round((body.parcel?.weight ?? 1) * (1.1 + journey.random.next() * 0.9) * 10) / 10,
})

const arriveAtCounter = (journey: Journey, { counter }: Facts): Journey => {
  const days = journey.random.weighted(LAGS)
  journey.wait(2 * HOUR_MS, 6 * HOUR_MS)
  journey.at_ms += days * DAY_MS
  return journey.untilOpen(counter)
}

const dispute = (journey: Journey): void => {
  const { random } = journey
  journey.wait(DAY_MS, 2 * DAY_MS).act({ do: 'dispute', reason: random.pick(DISPUTES) })
  const outcome = (['upheld', 'rejected', null] as const)[random.weighted([4, 4, 2])]
  if (outcome) journey.wait(2 * DAY_MS, 6 * DAY_MS).act({ do: 'resolve-dispute', outcome })
}

const claim = (journey: Journey, { body }: Facts, type: keyof typeof CLAIMS): void => {
  const { random } = journey
  const amount = Number(body.declared_value ?? 100)
  journey.act({ do: 'claim', type, description: random.pick(CLAIMS[type]), amount })
  const outcome = (['approved', 'denied', 'closed', null] as const)[random.weighted([11, 5, 1, 3])]
  if (!outcome) return
  const paid = toMinorUnits(share(fromMinorUnits(amount), random.pick([10, 10, 8, 5]), 10, 'half_up'))
  journey.wait(2 * DAY_MS, 8 * DAY_MS).act({ do: 'resolve-claim', outcome, ...(outcome === 'approved' && { amount: paid }) })
}

/** Drops off a parcel at a counter. A QR parcel is labeled and weighed there (walk-in). A labeled parcel waits for the driver. */
const dropOff = (journey: Journey, facts: Facts): void => {
  const { body, counter, fate } = facts
  const { random } = journey
  const where = { store: counter.code }
  if (body.fulfillment === 'qr_code') {
    const reweighed = random.chance(0.08) || fate === 'disputed'
    journey.scan('walk-in', where, reweighed ? { reweigh: heavier(journey, facts) } : {})
    if (fate === 'disputed' || (reweighed && random.chance(0.15))) dispute(journey.fork())
    journey.untilVisit(counter)
    return
  }
  journey.scan('accept', where)
  bookPickup(journey, facts)
  journey.untilVisit(counter).scan('collect', where)
  if (fate === 'offline' && random.chance(0.5))
    journey.wait(HOUR_MS, 3 * HOUR_MS).scanOffline('custody', { facility: counter.facility }, 20 * HOUR_MS)
  else journey.wait(HOUR_MS, 3 * HOUR_MS).scan('custody', { facility: counter.facility })
}

/** Some parcels have a pickup booking, and a quarter of these are canceled. */
const bookPickup = (journey: Journey, { counter }: Facts): void => {
  const { random, calendar } = journey
  const booked = random.chance(0.1)
  const cancelled = random.chance(0.25)
  const visit = journey.fork().untilVisit(counter).at_ms
  if (!booked || visit - journey.at_ms < 6 * HOUR_MS) return
  const booking = journey.fork().wait(HOUR_MS, 2 * HOUR_MS)
  booking.act({
    do: 'pickup',
    store: counter.code,
    date: calendar.dateText(calendar.dateOf(visit, counter.timezone)),
    window_start: clock(counter.visit - 60),
    window_end: clock(counter.visit + 60),
  })
  if (cancelled) booking.wait(HOUR_MS, 2 * HOUR_MS).act({ do: 'cancel-pickup' })
}

const throughFacility = (journey: Journey, facts: Facts): void => {
  const { counter, fate } = facts
  const { random } = journey
  const where = { facility: counter.facility }
  journey.wait(2 * HOUR_MS, 5 * HOUR_MS).scan('arrive', where)
  if (fate === 'held') {
    journey.wait(HOUR_MS, 4 * HOUR_MS).act({ do: 'hold' })
    journey
      .wait(DAY_MS, 3 * DAY_MS)
      .act({ do: 'release' })
      .afterTick()
  }
  if (fate === 'discrepancy') {
    journey.wait(MINUTE_MS, 9 * MINUTE_MS).act({ do: 'discrepancy', observed: heavier(journey, facts), chargeable: random.chance(0.7) })
    if (random.chance(0.3)) dispute(journey.fork())
  }
  journey.wait(HOUR_MS, 3 * HOUR_MS)
  if (fate === 'offline') journey.scanOffline('sort', where, 30 * HOUR_MS)
  else journey.scan('sort', where)
}

/** Hands the parcel over to the carrier, by tender or by single scans. Returns false if the parcel is never seen again. */
const handOver = (journey: Journey, { counter, fate, body, hub }: Facts): boolean => {
  const { random } = journey
  const { facility } = counter
  const timezone = FACILITY_TIMEZONES.get(facility) as string
  const handoff = body.service_level === 'express' ? 'collect' : 'inject'
  const missing = fate === 'missing' || fate === 'missing_lost'
  journey.untilHandOver(timezone)
  if (!missing && !random.chance(SHARE_OF_TENDERS)) {
    journey.wait(MINUTE_MS, 50 * MINUTE_MS).scan('inject', { facility })
    return true
  }
  const handing = { do: 'hand-over', facility, market: body.to?.country ?? hub.country, handoff } as const
  const date = () => journey.calendar.dateOf(journey.at_ms, timezone)
  journey.act({ ...handing, date: date(), missing })
  if (fate === 'missing_lost') return false
  if (missing) {
    journey.wait(3 * HOUR_MS, 5 * HOUR_MS).untilHandOver(timezone)
    journey.act({ ...handing, date: date(), missing: false })
  }
  if (handoff === 'collect') journey.wait(2 * HOUR_MS, 3 * HOUR_MS).scan('inject', { facility })
  return true
}

const transitDays = ({ body, hub, shopper }: Facts): number => {
  const [from, to] = body.direction === 'return' ? [shopper, hub] : [hub, shopper]
  const days = TRANSIT_DAYS[zoneOf(from as Address, to as Address)]
  if (body.service_level === 'express') return Math.max(1, days - 2)
  return body.service_level === 'economy' ? days + 1 : days
}

interface Destination {
  timezone: string
  /** Day number of the simulation. */
  date: number
  saturdays: boolean
}

/** Adds the transit with the carrier, until the morning of the delivery. */
const travel = (journey: Journey, facts: Facts): Destination => {
  const { fate, body, merchant, counter } = facts
  const { random, calendar } = journey
  const outbound = body.direction === 'outbound'
  const timezone = outbound ? counter.timezone : (MERCHANTS[merchant] as Merchant).timezone
  journey.wait(2 * HOUR_MS, 5 * HOUR_MS)
  const planned = journey.deliveryDate(transitDays(facts), timezone, outbound)
  journey.scan('movement', {}, { scheduled_delivery_date: calendar.dateText(planned) })
  const date = fate === 'late' ? journey.deliveryDate(transitDays(facts) + random.whole(1, 4), timezone, outbound) : planned
  if (fate === 'redirected') {
    journey.wait(2 * HOUR_MS, 8 * HOUR_MS).act({ do: 'redirect', to: addressNear(random, outbound ? counter : facts.hub) })
  }
  for (let night = Math.min(MAX_NIGHTS, journey.nights(date, timezone)); night > 0; night--) {
    journey.wait(12 * HOUR_MS, 22 * HOUR_MS).scan('movement', {})
  }
  return { timezone, date, saturdays: outbound }
}

const MORNING = [7 * 60 + 30, 9 * 60] as const
const DELIVERIES = [9 * 60 + 30, 17 * 60 + 30] as const

const goOut = (journey: Journey, { timezone, date }: Destination): void => {
  journey.untilMinute(date, timezone, ...MORNING).scan('out-for-delivery', {})
}

const deliver = (journey: Journey, { timezone, date }: Destination): void => {
  const { random } = journey
  const signed = random.chance(0.7)
  const photo = random.chance(0.03)
  journey.untilMinute(date, timezone, ...DELIVERIES).scan('deliver', {}, signed ? { signed_by: personName(random) } : {}, photo)
}

const laterDay = (journey: Journey, destination: Destination, days: number): Destination => ({
  ...destination,
  date: journey.deliveryDate(days, destination.timezone, destination.saturdays),
})

/** Adds the steps that follow a failed delivery. */
const notDelivered = (journey: Journey, { fate }: Facts, destination: Destination): void => {
  const { random } = journey
  journey.wait(5 * HOUR_MS, 9 * HOUR_MS).act({ do: 'disposition', disposition: 'rts' })
  const dispose = () => journey.act({ do: 'disposition', disposition: 'dispose' })
  switch (fate) {
    case 'redelivered': {
      const again = laterDay(journey, destination, random.whole(1, 2))
      journey
        .untilMinute(again.date, again.timezone, ...MORNING)
        .act({ do: 'disposition', disposition: 'redeliver' })
        .afterTick()
      deliver(journey, again)
      return
    }
    case 'disposed':
      journey.wait(DAY_MS, 2 * DAY_MS)
      dispose()
      return
    case 'sent_back':
      journey.wait(DAY_MS, 4 * DAY_MS).act({ do: 'disposition', disposition: 'rts' })
      return
    default:
  }
  journey.wait(DAY_MS, 2 * DAY_MS).act({ do: 'disposition', disposition: 'unclaimed' })
  if (fate === 'unclaimed_disposed') {
    journey.wait(30 * DAY_MS + 6 * HOUR_MS, 31 * DAY_MS)
    dispose()
    return
  }
  journey.wait(3 * DAY_MS, 5 * DAY_MS).act({ do: 'disposition', disposition: 'unclaimed' })
  journey.wait(DAY_MS, 4 * DAY_MS)
  if (fate === 'unclaimed_sent_back') journey.act({ do: 'disposition', disposition: 'rts' })
  else deliver(journey, laterDay(journey, destination, 1))
}

const NOT_DELIVERED: readonly Fate[] = ['redelivered', 'disposed', 'sent_back', 'unclaimed', 'unclaimed_sent_back', 'unclaimed_disposed']

/** Adds all steps from the drop-off at the counter on. */
const go = (journey: Journey, facts: Facts): void => {
  const { fate } = facts
  const { random } = journey
  dropOff(journey, facts)
  throughFacility(journey, facts)
  if (fate === 'recalled') {
    journey.wait(HOUR_MS, 3 * HOUR_MS).act({ do: 'disposition', disposition: 'rts' })
    return
  }
  if (!handOver(journey, facts)) {
    claim(journey.wait(6 * DAY_MS, 8 * DAY_MS), facts, 'lost')
    return
  }
  const destination = travel(journey, facts)
  if (fate === 'lost') {
    claim(journey.wait(7 * DAY_MS, 10 * DAY_MS), facts, 'lost')
    return
  }
  goOut(journey, destination)
  if (NOT_DELIVERED.includes(fate)) {
    notDelivered(journey, facts, destination)
    return
  }
  deliver(journey, destination)
  if (fate === 'damaged' || fate === 'misdelivered') claim(journey.wait(DAY_MS, 3 * DAY_MS), facts, fate)
  if (fate === 'adjusted') {
    const reason = random.pick(['address', 'service', 'other'] as const)
    journey.wait(HOUR_MS, DAY_MS).act({ do: 'adjust', delta: random.pick([-150, 95, 250, 410]), reason })
  }
}

const refuse = (journey: Journey, facts: Facts): Journey => {
  const [reject_reason, reject_reason_note] = journey.random.pick(REFUSALS)
  return arriveAtCounter(journey, facts).scan('reject', { store: facts.counter.code }, { reject_reason, reject_reason_note })
}

/** Adds the steps after the create. `expires_ms` is the lifetime requested for the shipment, or null for the default. */
export const stepsOf = (journey: Journey, facts: Facts): { expires_ms: number | null } => {
  const { fate } = facts
  const soon = () => journey.wait(2 * HOUR_MS, 8 * HOUR_MS)
  switch (fate) {
    case 'never_sent': {
      const expires_ms = journey.wait(9 * DAY_MS, 14 * DAY_MS).at_ms
      journey.afterTick().act({ do: 'expire' })
      return { expires_ms }
    }
    case 'cancelled':
      journey.wait(3 * HOUR_MS, 3 * DAY_MS).act({ do: 'cancel' })
      return { expires_ms: null }
    case 'given_up':
      refuse(journey, facts)
        .wait(2 * HOUR_MS, 2 * DAY_MS)
        .act({ do: 'cancel' })
      return { expires_ms: null }
    case 'late_custody':
      arriveAtCounter(journey, facts).scanOffline('accept', { store: facts.counter.code }, 18 * HOUR_MS)
      journey.wait(2 * HOUR_MS, 6 * HOUR_MS).act({ do: 'cancel' })
      return { expires_ms: null }
    case 'sold':
      journey.wait(2 * HOUR_MS, 2 * HOUR_MS)
      break
    case 'refused':
      refuse(journey, facts)
      break
    case 'amended':
      soon().act({ do: 'amend', parcel: heavier(journey, facts) })
      break
    case 'reprinted':
      soon().act({ do: 'reprint' })
      break
    case 'qr_invalidated':
      soon().act({ do: 'invalidate-qr' })
      soon().act({ do: 'reissue-qr' })
      break
    case 'qr_reissued':
      soon().act({ do: 'reissue-qr' })
      break
    default:
  }
  arriveAtCounter(journey, facts)
  go(journey, facts)
  return { expires_ms: null }
}
