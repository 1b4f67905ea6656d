// Plans all parcels of a day from the seed alone. The plan does not depend on the current time or on answers, so a run can stop anywhere,
// and the next run makes the same plan again.
import type { ShipmentCreate } from '@backhaul/client'
import { fromMajorUnits, toMinorUnits } from '@backhaul/core/money.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { type Calendar, DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts'
import { stepsOf } from './fates.ts'
import { Journey } from './journey.ts'
import { minorUnits } from './model.ts'
import { addressNear } from './people.ts'
import { type Counter, countersOf, MERCHANTS } from './places.ts'
import { Random } from './random.ts'
import { withReports } from './reports.ts'
import { DECK, type Fate, type ParcelPlan } from './steps.ts'

/** Everything that follows from the options alone. */
export interface Scenario {
  seed: number
  parcels_per_day: number
  calendar: Calendar
  counters: readonly Counter[]
}

export const scenarioOf = (
  { seed, parcels_per_day, stores }: { seed: number; parcels_per_day: number; stores: number },
  calendar: Calendar,
): Scenario => ({ seed, parcels_per_day, calendar, counters: countersOf(stores) })

/** Every parcel's last step is less than this many days after its create. */
export const LONGEST_DAYS = 75

/** Relative number of parcels on each day of a week that begins with the first day of the simulation. The sum is seven. */
const WEEK = [1, 1.15, 1.1, 1.05, 1, 0.9, 0.8]

const countOf = (parcelsPerDay: number, day: number): number => Math.max(1, Math.round(parcelsPerDay * (WEEK[day % WEEK.length] as number)))

const countBefore = (parcelsPerDay: number, day: number): number => {
  const week = WEEK.reduce((sum, _, i) => sum + countOf(parcelsPerDay, i), 0)
  let count = Math.floor(day / WEEK.length) * week
  for (let i = 0; i < day % WEEK.length; i++) count += countOf(parcelsPerDay, i)
  return count
}

/** Relative number of shoppers in each hour of the simulation's day, which begins at 14:00 in Chicago. */
const HOURS = [8, 8, 8, 8, 9, 10, 10, 10, 9, 5, 2, 1, 1, 1, 1, 1, 2, 4, 6, 7, 8, 8, 8, 8]

const SERVICE_SHARES = [2, 6.5, 1.5]
const FIRST_ORDER = 100_000

const fateOf = ({ seed }: Scenario, number: number, decks: Map<number, Fate[]>): Fate => {
  const size = DECK.length
  const index = Math.floor(number / size)
  const dealt = decks.get(index) ?? new Random(seed, 'deck', index).shuffled(DECK)
  decks.set(index, dealt)
  return dealt[number % size] as Fate
}

/** Chooses a counter near the shopper, mostly in the merchant's own country. */
const counterFor = (random: Random, counters: readonly Counter[], country: string): Counter => {
  const near = counters.filter((counter) => counter.country === country)
  return random.pick(near.length > 0 && random.chance(0.93) ? near : counters)
}

const fulfillmentOf = (fate: Fate, random: Random): ShipmentCreate['fulfillment'] => {
  const qr = random.chance(0.55)
  if (fate === 'qr_reissued' || fate === 'qr_invalidated' || fate === 'disputed') return 'qr_code'
  if (fate === 'reprinted' || fate === 'late_custody' || fate === 'sold') return 'print_label'
  return qr ? 'qr_code' : 'print_label'
}

const measuresOf = (random: Random): ShipmentCreate['parcel'] => ({
  weight: random.whole(5, 90) / 10,
  length: random.whole(8, 22),
  width: random.whole(6, 14),
  height: random.whole(2, 10),
})

const planParcel = (scenario: Scenario, day: number, index: number, number: number, fate: Fate): ParcelPlan => {
  const { seed, calendar, counters } = scenario
  const random = new Random(seed, 'parcel', day, index)
  const merchant = random.weighted(MERCHANTS.map(({ share }) => share))
  const { prefix, hub, items } = MERCHANTS[merchant] as (typeof MERCHANTS)[number]
  const counter = counterFor(random, counters, hub.country)
  const journey = new Journey(
    calendar,
    random,
    calendar.start_ms + day * DAY_MS + random.weighted(HOURS) * HOUR_MS + random.whole(1, 59) * MINUTE_MS,
  )
  if (fate === 'sold') journey.untilOpen(counter)
  const created_ms = journey.at_ms
  const outbound = fate === 'sold' || (fate === 'delivered' && random.chance(0.1))
  const fulfillment = outbound ? 'print_label' : fulfillmentOf(fate, random)
  const shopper = addressNear(random, outbound ? random.pick(counters) : counter)
  const name = `sim-${seed}-${day}-${index}`
  const body: ShipmentCreate = {
    direction: outbound ? 'outbound' : 'return',
    fulfillment,
    order_id: `${prefix}-${FIRST_ORDER + number}`,
    ...(outbound ? { to: shopper, from: hub } : { rma: `RMA-${prefix}${FIRST_ORDER + number}`, from: shopper }),
    ship_ext_id: name,
    customer: `C-${random.whole(10_000, 99_999)}`,
    service_level: SERVICE_LEVELS[random.weighted(SERVICE_SHARES)] ?? 'standard',
    parcel: measuresOf(random),
    declared_value: minorUnits(toMinorUnits(fromMajorUnits(random.whole(9, 240), 'USD'))),
    ...(random.chance(0.6) && { drop_off_store_id: counter.code }),
    metadata: { item: new Random(seed, 'item', day, index).pick(items) },
  }
  const { expires_ms } = stepsOf(journey, { fate, body, counter, merchant, hub, shopper })
  const steps = withReports(journey.steps, body.to?.country ?? hub.country, new Random(seed, 'reports', day, index))
  return {
    name,
    merchant,
    fate,
    created_ms,
    channel: fate === 'sold' ? 'retail' : 'api',
    sold_at: fate === 'sold' ? counter.code : null,
    body: expires_ms === null ? body : { ...body, expires_at: new Date(expires_ms).toISOString() },
    steps,
  }
}

/** Returns the parcels created in one day of the simulation, in no particular order. */
export const planDay = (scenario: Scenario, day: number): ParcelPlan[] => {
  const decks = new Map<number, Fate[]>()
  const before = countBefore(scenario.parcels_per_day, day)
  return Array.from({ length: countOf(scenario.parcels_per_day, day) }, (_, index) =>
    planParcel(scenario, day, index, before + index, fateOf(scenario, before + index, decks)),
  )
}
