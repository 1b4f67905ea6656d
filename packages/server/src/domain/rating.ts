// What a shipment costs and which carrier takes it: a pure function of its facts and the rate tables, in whole cents. Equal facts
// give equal cents, so a correction is the difference of two ratings (docs/guide/money.md#price).
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import { type Address, type Parcel, SERVICE_LEVELS, type ServiceLevel } from './shipment.ts'

export const ZONES = ['local', 'regional', 'national', 'international'] as const
export type Zone = (typeof ZONES)[number]

/** One row of `markets`: how a destination country chooses its carrier. */
export interface Market {
  country: string
  kind: 'fixed' | 'marketplace'
  carrier: string | null
  currency: string
}

/** One row of `rates`. */
export interface Rate {
  carrier: string
  country: string
  service_level: ServiceLevel
  zone: Zone
  base_cents: number
  per_lb_cents: number
  max_weight_lb: number
}

export interface RateTables {
  /** By code; an inactive carrier is no candidate. */
  carriers: ReadonlyMap<string, { active: boolean }>
  /** By country. */
  markets: ReadonlyMap<string, Market>
  rates: readonly Rate[]
}

export interface RateFacts {
  from: Address | null
  to: Address
  parcel: Parcel
  service_level: ServiceLevel
}

export interface Quote {
  market: string
  currency: string
  /** Cents. */
  amount: number
  /** Null in a marketplace until injection. */
  carrier: string | null
}

/** Cubic inches that are billed as one pound. */
export const DIMENSIONAL_DIVISOR = 139

/** More than any parcel costs: a higher price means a measurement in the wrong unit. */
const MAX_AMOUNT_CENTS = 1_000_000_000

const plain = (text: string | null | undefined): string => (text ?? '').trim().toUpperCase()

/** Same state: local; same first character of the postal code: regional; without an origin: national. */
export const zoneOf = (from: Address | null, to: Address): Zone => {
  if (!from) return 'national'
  if (plain(from.country) !== plain(to.country)) return 'international'
  if (plain(to.state) !== '' && plain(from.state) === plain(to.state)) return 'local'
  return plain(from.postal_code).charAt(0) === plain(to.postal_code).charAt(0) ? 'regional' : 'national'
}

/** Thousandths of a pound, an integer, so that rounding errors cannot change a price: the larger of weight and dimensional weight. */
export const billableMillipounds = (parcel: Parcel): number => Math.round(Math.max(parcel.weight, dimensionalPounds(parcel)) * 1000)

export const dimensionalPounds = ({ length, width, height }: Parcel): number => (length * width * height) / DIMENSIONAL_DIVISOR

/** What the weight adds to a rate's base. */
export const weightCents = (rate: Rate, millipounds: number): number => Math.ceil((millipounds * rate.per_lb_cents) / 1000)

const amountOf = (rate: Rate, millipounds: number): number => rate.base_cents + weightCents(rate, millipounds)

/** The cheapest of the given rates, ties by carrier code. */
const cheapest = (rates: readonly Rate[], millipounds: number): Rate | undefined => {
  let best: Rate | undefined
  for (const rate of rates) {
    const difference = best ? amountOf(rate, millipounds) - amountOf(best, millipounds) : -1
    if (difference < 0 || (difference === 0 && best && rate.carrier < best.carrier)) best = rate
  }
  return best
}

/** The rates of the active carriers between two places at one service level. */
const laneOf = ({ from, to, service_level }: RateFacts, { carriers, rates }: RateTables): readonly Rate[] => {
  const country = plain(to.country)
  const zone = zoneOf(from, to)
  return rates.filter(
    (rate) =>
      rate.country === country && rate.zone === zone && rate.service_level === service_level && carriers.get(rate.carrier)?.active === true,
  )
}

/** Those of them that the destination's market lets choose from. */
const offersOf = (facts: RateFacts, tables: RateTables, market: Market | undefined): readonly Rate[] =>
  market ? laneOf(facts, tables).filter(({ carrier }) => market.kind !== 'fixed' || carrier === market.carrier) : []

/** Where no carrier brings a parcel that is under way already, whatever it weighs. Errors: `validation_failed` on `/to/country`. */
export const refuseUnserved = (facts: RateFacts, tables: RateTables): Refusal | null => {
  if (offersOf(facts, tables, tables.markets.get(plain(facts.to.country))).length > 0) return null
  return invalidField('/to/country', 'market', `is not served by any carrier with ${facts.service_level} service; choose another country`)
}

/** How a new shipment is priced. */
export interface Choice {
  market: Market
  /** The rates that were compared, at any weight: the lane's, and in a fixed market those of its carrier alone. */
  lane: readonly Rate[]
  /** The one that sets the price. */
  rate: Rate
  amount: number
}

/** The services with which a market's carriers go between two places. */
const otherServices = (facts: RateFacts, tables: RateTables, market: Market | undefined): ServiceLevel[] =>
  SERVICE_LEVELS.filter((service_level) => offersOf({ ...facts, service_level }, tables, market).length > 0)

/** What a request can change if no carrier goes there with that service. */
type Changeable = '/service_level' | '/to/country'

/** Errors: those of `price`. */
export const chooseRate = (facts: RateFacts, tables: RateTables, changeable: Changeable = '/to/country'): Choice | Refusal => {
  const market = tables.markets.get(plain(facts.to.country))
  const lane = offersOf(facts, tables, market)
  if (!market || lane.length === 0) {
    const others = changeable === '/service_level' ? otherServices(facts, tables, market) : []
    if (others.length > 0)
      return invalidField(
        '/service_level',
        'market',
        `must be ${others.join(' or ')}: no carrier goes there with ${facts.service_level} service`,
      )
    return invalidField('/to/country', 'market', `is not served by any carrier with ${facts.service_level} service; choose another country`)
  }
  const millipounds = billableMillipounds(facts.parcel)
  const best = cheapest(
    lane.filter(({ max_weight_lb }) => facts.parcel.weight <= max_weight_lb),
    millipounds,
  )
  if (!best) {
    const most = Math.max(...lane.map(({ max_weight_lb }) => max_weight_lb))
    return invalidField('/parcel/weight', 'maximum', `exceeds the ${most} lb limit of the carriers there; split the parcel`)
  }
  const amount = amountOf(best, millipounds)
  if (amount > MAX_AMOUNT_CENTS) return invalidField('/parcel', 'maximum', 'is larger than any parcel; check its measurements and units')
  return { market, lane, rate: best, amount }
}

/**
 * Price, market and carrier of a shipment. Errors: `validation_failed` on `/to/country` when no carrier serves that country, on
 * `changeable` when none does with that service, on `/parcel/weight` when the parcel is too heavy for all that do, on `/parcel` when its
 * size alone would cost more than anything.
 */
export const price = (facts: RateFacts, tables: RateTables, changeable?: Changeable): Quote | Refusal => {
  const chosen = chooseRate(facts, tables, changeable)
  if (isRefusal(chosen)) return chosen
  const { market, amount } = chosen
  return { market: market.country, currency: market.currency, amount, carrier: market.carrier }
}

/** Rates whose limit covers the weight. If none does, all: a parcel already in the network must still be priced. */
const willing = (lane: readonly Rate[], parcel: Parcel): readonly Rate[] => {
  const able = lane.filter(({ max_weight_lb }) => parcel.weight <= max_weight_lb)
  return able.length > 0 ? able : lane
}

/** The carrier that takes a marketplace parcel at handover. Null: none serves its lane anymore. */
export const cheapestCarrier = (facts: RateFacts, tables: RateTables): string | null =>
  cheapest(willing(laneOf(facts, tables), facts.parcel), billableMillipounds(facts.parcel))?.carrier ?? null

/**
 * Cents by which a parcel as observed costs more (or less) than as recorded, by the shipment's carrier or else the cheapest, both by
 * today's card. It never refuses: a measurement is a fact. 0 if no rate covers the lane anymore.
 */
export const correctionCents = (facts: RateFacts & { carrier: string | null }, observed: Parcel, tables: RateTables): number => {
  const lane = laneOf(facts, tables)
  const own = lane.filter(({ carrier }) => carrier === facts.carrier)
  const rates = own.length > 0 ? own : lane
  const cost = (parcel: Parcel): number => {
    const millipounds = billableMillipounds(parcel)
    const rate = cheapest(willing(rates, parcel), millipounds)
    return rate ? amountOf(rate, millipounds) : 0
  }
  return cost(observed) - cost(facts.parcel)
}
