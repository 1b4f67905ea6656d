// What a shipment costs and which carrier takes it: a pure function of its facts and the rate tables, in whole cents. Equal facts
// give equal cents, so a correction is the difference of two ratings (docs/guide/money.md#price).

import { billableMillipounds, DIMENSIONAL_DIVISOR } from './billable.ts'
import { add, codedText, compare, fromMinorUnits, type Money, share, subtract, ZERO } from './money.ts'
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import { type Address, type Parcel, plain, SERVICE_LEVELS, type ServiceLevel } from './shipment.ts'
import { heaviest, type PriceLine, refusedSize, type Tariff, type TariffLane, tariffLane, tariffLines, totalOf } from './tariff.ts'

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
  base_cents: Money
  per_lb_cents: Money
  max_weight_lb: number
}

export interface RateTables {
  /** By code; an inactive carrier is no candidate. */
  carriers: ReadonlyMap<string, { active: boolean }>
  /** By country. */
  markets: ReadonlyMap<string, Market>
  rates: readonly Rate[]
  /** By country and carrier, newest first. One that is in force takes the place of the carrier's card. */
  tariffs?: ReadonlyMap<string, ReadonlyMap<string, readonly Tariff[]>>
  /** The day, in UTC, by which tariffs are in force; without it none is. */
  today?: string
}

export interface RateFacts {
  from: Address | null
  to: Address
  parcel: Parcel
  service_level: ServiceLevel
  declared_value?: Money | null
}

/** What a tariff offers for a lane. */
export interface TariffOffer {
  carrier: string
  max_weight_lb: number
  lane: TariffLane
}

/** A carrier's price for a lane: by its card or by its tariff. */
export type Offer = Rate | TariffOffer

export interface Quote {
  market: string
  currency: string
  /** Cents. */
  amount: Money
  /** Null in a marketplace until injection. */
  carrier: string | null
}

/** More than any parcel costs: a higher price means a measurement in the wrong unit. */
const MAX_AMOUNT = fromMinorUnits(1_000_000_000)

/** Same state: local; same first character of the postal code: regional; without an origin: national. */
export const zoneOf = (from: Address | null, to: Address): Zone => {
  if (!from) return 'national'
  if (plain(from.country) !== plain(to.country)) return 'international'
  if (plain(to.state) !== '' && plain(from.state) === plain(to.state)) return 'local'
  return plain(from.postal_code).charAt(0) === plain(to.postal_code).charAt(0) ? 'regional' : 'national'
}

export const divisorOf = (offer: Offer): number => ('lane' in offer ? offer.lane.tariff.divisor : DIMENSIONAL_DIVISOR)

/** What the weight adds to a rate's base. */
export const weightCents = (rate: Rate, millipounds: number): Money => share(rate.per_lb_cents, millipounds, 1000, 'up')

/** The lines of which a price consists; `currency`: that of its market. */
export const linesOf = (offer: Offer, facts: RateFacts, parcel: Parcel, currency: string): PriceLine[] => {
  if ('lane' in offer) return tariffLines(offer.lane, facts, parcel)
  const millipounds = billableMillipounds(parcel, DIMENSIONAL_DIVISOR)
  return [
    { code: 'base', cents: offer.base_cents, detail: `zone ${offer.zone}` },
    {
      code: 'weight',
      cents: weightCents(offer, millipounds),
      detail: `${millipounds / 1000} lb x ${codedText(offer.per_lb_cents, currency)}`,
    },
  ]
}

export const amountOf = (offer: Offer, facts: RateFacts, parcel: Parcel): Money =>
  'lane' in offer
    ? totalOf(tariffLines(offer.lane, facts, parcel))
    : add(offer.base_cents, weightCents(offer, billableMillipounds(parcel, DIMENSIONAL_DIVISOR)))

/** Why a carrier does not take a parcel; null: it does. */
export const refusedFor = (offer: Offer, parcel: Parcel): 'too_heavy' | 'too_large' | null => {
  if (parcel.weight > offer.max_weight_lb) return 'too_heavy'
  if (!('lane' in offer)) return null
  const { lane } = offer
  return refusedSize(lane.tariff, parcel) || billableMillipounds(parcel, lane.tariff.divisor) > heaviest(lane) ? 'too_large' : null
}

/** The cheapest of the given offers, ties by carrier code. */
const cheapest = (offers: readonly Offer[], facts: RateFacts, parcel: Parcel): { offer: Offer; amount: Money } | undefined => {
  let best: { offer: Offer; amount: Money } | undefined
  for (const offer of offers) {
    const amount = amountOf(offer, facts, parcel)
    const difference = best ? compare(amount, best.amount) : -1
    if (difference < 0 || (difference === 0 && best && offer.carrier < best.offer.carrier)) best = { offer, amount }
  }
  return best
}

/** By carrier: the tariffs in force for a country. */
const inForce = (country: string, { tariffs, today }: RateTables): ReadonlyMap<string, Tariff> | null => {
  const all = today === undefined ? undefined : tariffs?.get(country)
  if (!all || today === undefined) return null
  const found = new Map<string, Tariff>()
  for (const [carrier, dated] of all) {
    const tariff = dated.find(({ effective_on }) => effective_on <= today)
    if (tariff) found.set(carrier, tariff)
  }
  return found
}

/** What the active carriers offer between two places at one service level. */
const laneOf = (facts: RateFacts, tables: RateTables): readonly Offer[] => {
  const { from, to, service_level } = facts
  const { carriers, rates } = tables
  const country = plain(to.country)
  const zone = zoneOf(from, to)
  const tariffs = inForce(country, tables)
  const cards = rates.filter(
    (rate) =>
      rate.country === country &&
      rate.zone === zone &&
      rate.service_level === service_level &&
      carriers.get(rate.carrier)?.active === true &&
      !tariffs?.has(rate.carrier),
  )
  if (!tariffs) return cards
  const offers = [...tariffs.values()].flatMap((tariff): TariffOffer[] => {
    const lane = carriers.get(tariff.carrier)?.active === true ? tariffLane(tariff, facts) : null
    return lane ? [{ carrier: tariff.carrier, max_weight_lb: heaviest(lane) / 1000, lane }] : []
  })
  return [...cards, ...offers]
}

/** The zone that the tariff in force of this carrier has for a lane; null: there is no such tariff, or it does not go there. */
export const tariffZoneOf = (facts: RateFacts, carrier: string | null, tables: RateTables): number | null => {
  const tariff = carrier === null ? undefined : inForce(plain(facts.to.country), tables)?.get(carrier)
  return (tariff && tariffLane(tariff, facts)?.zone) ?? null
}

/** The lines of one carrier's price for a parcel, whether it takes it or not; null: it does not go there. */
export const carrierLines = (facts: RateFacts, carrier: string, tables: RateTables): PriceLine[] | null => {
  const offer = laneOf(facts, tables).find((one) => one.carrier === carrier)
  return offer ? linesOf(offer, facts, facts.parcel, tables.markets.get(plain(facts.to.country))?.currency ?? '') : null
}

/** Those of them that the destination's market lets choose from. */
const offersOf = (facts: RateFacts, tables: RateTables, market: Market | undefined): readonly Offer[] =>
  market ? laneOf(facts, tables).filter(({ carrier }) => market.kind !== 'fixed' || carrier === market.carrier) : []

/** Where no carrier brings a parcel that is under way already, whatever it weighs. Errors: `validation_failed` on `/to/country`. */
export const refuseUnserved = (facts: RateFacts, tables: RateTables): Refusal | null => {
  if (offersOf(facts, tables, tables.markets.get(plain(facts.to.country))).length > 0) return null
  return invalidField('/to/country', 'market', `is not served by any carrier with ${facts.service_level} service; choose another country`)
}

/** How a new shipment is priced. */
export interface Choice {
  market: Market
  /** What was compared, at any weight: the lane's offers, and in a fixed market those of its carrier alone. */
  lane: readonly Offer[]
  /** The one that sets the price. */
  offer: Offer
  amount: Money
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
  const able = lane.filter((offer) => refusedFor(offer, facts.parcel) === null)
  const best = cheapest(able, facts, facts.parcel)
  if (!best) return refuseParcel(facts.parcel, lane)
  const { offer, amount } = best
  if (compare(amount, MAX_AMOUNT) > 0)
    return invalidField('/parcel', 'maximum', 'is larger than any parcel; check its measurements and units')
  return { market, lane, offer, amount }
}

/** No carrier of the lane takes it. */
const refuseParcel = (parcel: Parcel, lane: readonly Offer[]): Refusal => {
  const most = Math.max(...lane.map(({ max_weight_lb }) => max_weight_lb))
  if (parcel.weight > most)
    return invalidField('/parcel/weight', 'maximum', `exceeds the ${most} lb limit of the carriers there; split the parcel`)
  return invalidField('/parcel', 'maximum', 'is larger than the carriers there take; check its measurements and units, or split it')
}

/**
 * Price, market and carrier of a shipment. Errors: `validation_failed` on `/to/country` when no carrier serves that country, on
 * `changeable` when none does with that service, on `/parcel/weight` when the parcel is too heavy for all that do, on `/parcel` when it
 * is too large for them, or its size alone would cost more than anything.
 */
export const price = (facts: RateFacts, tables: RateTables, changeable?: Changeable): Quote | Refusal => {
  const chosen = chooseRate(facts, tables, changeable)
  if (isRefusal(chosen)) return chosen
  const { market, amount } = chosen
  return { market: market.country, currency: market.currency, amount, carrier: market.carrier }
}

/** Offers that take the parcel. If none does, all: a parcel already in the network must still be priced. */
const willing = (lane: readonly Offer[], parcel: Parcel): readonly Offer[] => {
  const able = lane.filter((offer) => refusedFor(offer, parcel) === null)
  return able.length > 0 ? able : lane
}

/** The carrier that takes a marketplace parcel at handover. Null: none serves its lane anymore. */
export const cheapestCarrier = (facts: RateFacts, tables: RateTables): string | null =>
  cheapest(willing(laneOf(facts, tables), facts.parcel), facts, facts.parcel)?.offer.carrier ?? null

/**
 * Cents by which a parcel as observed costs more (or less) than as recorded, by the shipment's carrier or else the cheapest, both by
 * today's card or tariff. It never refuses: a measurement is a fact. 0 if nobody covers the lane anymore.
 */
export const correctionCents = (facts: RateFacts & { carrier: string | null }, observed: Parcel, tables: RateTables): Money => {
  const lane = laneOf(facts, tables)
  const own = lane.filter(({ carrier }) => carrier === facts.carrier)
  const offers = own.length > 0 ? own : lane
  const cost = (parcel: Parcel): Money => cheapest(willing(offers, parcel), facts, parcel)?.amount ?? ZERO
  return subtract(cost(observed), cost(facts.parcel))
}
