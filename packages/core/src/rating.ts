// Determines the price and carrier of a shipment. A pure function of its facts and the rate tables, in whole cents. Equal facts give equal
// cents, so a correction is the difference of two ratings (docs/guide/money.md#price).

import { billableMillipounds, DIMENSIONAL_DIVISOR } from './billable.ts'
import { add, codedText, compare, fromMinorUnits, MAX_MINOR_UNITS, type Money, share, subtract, ZERO } from './money.ts'
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import { stateOf, withLeadingZeros } from './regions.ts'
import { type Address, type Parcel, plain, SERVICE_LEVELS, type ServiceLevel, type Shipment } from './shipment.ts'
import type { Row } from './tables.ts'
import { heaviest, type PriceLine, reaches, refusedSize, type Tariff, type TariffLane, tariffLane, tariffLines, totalOf } from './tariff.ts'
import { domesticAddress, marketCodes, marketCountry } from './territories.ts'

export const ZONES = ['local', 'regional', 'national', 'international'] as const
export type Zone = (typeof ZONES)[number]

/**
 * Who hands the parcels of returns to the carrier. `network`: a counter or facility. `direct`: the sender, with the carrier's own label, if
 * the shipment has a printed label.
 */
export const MARKET_MODES = ['network', 'direct'] as const
export type MarketMode = (typeof MARKET_MODES)[number]

/** One row of `markets`: how a destination country chooses its carrier. */
export interface Market extends Row<'markets'> {
  kind: 'fixed' | 'marketplace'
  mode: MarketMode
}

/** One row of `rates`. */
export interface Rate extends Row<'rates'> {
  service_level: ServiceLevel
  zone: Zone
}

export interface RateTables {
  /** Carriers by code. An inactive carrier is not a candidate. */
  carriers: ReadonlyMap<string, { active: boolean; url?: string | null }>
  /** Markets by country. */
  markets: ReadonlyMap<string, Market>
  rates: readonly Rate[]
  /** Tariffs by country and carrier, newest first. A tariff in force replaces the carrier's rate card. */
  tariffs?: ReadonlyMap<string, ReadonlyMap<string, readonly Tariff[]>>
  /** The day, in UTC, that decides which tariffs are in force. Absent: no tariff is in force. */
  today?: string
}

export interface RateFacts {
  from: Address | null
  to: Address
  parcel: Parcel
  service_level: ServiceLevel
  declared_value?: Money | null
}

/** A tariff's offer for a lane. */
export interface TariffOffer {
  carrier: string
  max_weight_lb: number
  lane: TariffLane
}

/** A carrier's price for a lane, from its rate card or its tariff. */
export type Offer = Rate | TariffOffer

export interface Quote {
  market: string
  currency: string
  /** Cents. */
  amount: Money
  /** Null in a marketplace until injection. */
  carrier: string | null
}

/**
 * Whether the sender of a shipment gives it to the carrier with the carrier's own label. A parcel with a QR code has no label until a counter
 * scans it, and a counter sale is at a counter, so both stay in network mode. So do shipments whose carrier cannot sell a label: it needs
 * a service and the sender's address.
 */
export const isDirect = (
  { direction, fulfillment, from }: Pick<Shipment, 'direction' | 'fulfillment'> & { from?: Address | null },
  { market, carrier }: Quote,
  { markets, carriers }: RateTables,
): boolean =>
  direction === 'return' &&
  fulfillment === 'print_label' &&
  markets.get(market)?.mode === 'direct' &&
  Boolean(from && carrier && carriers.get(carrier)?.url)

/** Higher than the price of any real parcel. If a price is higher than this, a measurement must be in the wrong unit. */
const MAX_AMOUNT = fromMinorUnits(MAX_MINOR_UNITS)

/**
 * Returns `international` between two countries, `local` within a state, and `regional` if the postal codes begin with the same character.
 * Otherwise, and without an origin, returns `national`.
 */
export const zoneOf = (origin: Address | null, destination: Address): Zone => {
  if (!origin) return 'national'
  const [from, to] = [domesticAddress(origin), domesticAddress(destination)]
  if (plain(from.country) !== plain(to.country)) return 'international'
  const state = stateOf(to)
  if (state !== '' && stateOf(from) === state) return 'local'
  const area = plain(withLeadingZeros(from)).charAt(0)
  return area !== '' && area === plain(withLeadingZeros(to)).charAt(0) ? 'regional' : 'national'
}

/** If a rate card is for a territory's own country code, such as `PR`, every parcel from outside the territory is international. */
const cardZone = (country: string, from: Address | null, to: Address): Zone =>
  from && !marketCodes(from).includes(country) ? 'international' : zoneOf(from, to)

/** Returns the market of an address. The market of a territory is used only if its country has none. */
const marketOf = (to: Address, { markets }: RateTables): Market | undefined =>
  marketCodes(to)
    .map((code) => markets.get(code))
    .findLast((market) => market !== undefined)

/** Returns the currency of prices to an address. Null: the address is in no market. */
export const currencyAt = (to: Address, tables: RateTables): string | null => marketOf(to, tables)?.currency ?? null

export const divisorOf = (offer: Offer): number => ('lane' in offer ? offer.lane.tariff.divisor : DIMENSIONAL_DIVISOR)

/** Returns the cents that the weight adds to a rate's base. */
export const weightCents = (rate: Rate, millipounds: number): Money => share(rate.per_lb_cents, millipounds, 1000, 'up')

/** Returns the lines of a price. `currency`: the currency of its market. */
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

/** Returns the reason why a carrier does not take a parcel. Null: it takes the parcel. */
export const refusedFor = (offer: Offer, parcel: Parcel): 'too_heavy' | 'too_large' | null => {
  if (parcel.weight > offer.max_weight_lb) return 'too_heavy'
  if (!('lane' in offer)) return null
  const { lane } = offer
  return refusedSize(lane.tariff, parcel) || billableMillipounds(parcel, lane.tariff.divisor) > heaviest(lane) ? 'too_large' : null
}

/** Returns the cheapest of the given offers, ties by carrier code. */
const cheapest = (offers: readonly Offer[], facts: RateFacts, parcel: Parcel): { offer: Offer; amount: Money } | undefined => {
  let best: { offer: Offer; amount: Money } | undefined
  for (const offer of offers) {
    const amount = amountOf(offer, facts, parcel)
    const difference = best ? compare(amount, best.amount) : -1
    if (difference < 0 || (difference === 0 && best && offer.carrier < best.offer.carrier)) best = { offer, amount }
  }
  return best
}

/** Returns the tariffs in force for a country, by carrier. */
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

/**
 * Returns the offers of the active carriers between two places at one service level. A carrier's offer for a territory wins over its
 * general offer.
 */
const laneOf = (facts: Omit<RateFacts, 'parcel'>, tables: RateTables): readonly Offer[] => {
  const [first = '', second] = marketCodes(facts.to)
  const found = offersTo(first, facts, tables)
  if (second === undefined) return found
  const taken = new Set(found.map(({ carrier }) => carrier))
  return [...found, ...offersTo(second, facts, tables).filter(({ carrier }) => !taken.has(carrier))]
}

const offersTo = (country: string, facts: Omit<RateFacts, 'parcel'>, tables: RateTables): readonly Offer[] => {
  const { from, to, service_level } = facts
  const { carriers, rates } = tables
  const zone = cardZone(country, from, to)
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

/** Returns the zone for a lane in this carrier's tariff in force. Null: there is no such tariff, or it does not serve the lane. */
export const tariffZoneOf = (facts: RateFacts, carrier: string | null, tables: RateTables): number | null => {
  if (carrier === null) return null
  for (const country of marketCodes(facts.to)) {
    const tariff = inForce(country, tables)?.get(carrier)
    const lane = tariff && tariffLane(tariff, facts)
    if (lane) return lane.zone
  }
  return null
}

/** Returns the lines of one carrier's price for a parcel, even if the carrier would refuse the parcel. Null: it does not serve the lane. */
export const carrierLines = (facts: RateFacts, carrier: string, tables: RateTables): PriceLine[] | null => {
  const offer = laneOf(facts, tables).find((one) => one.carrier === carrier)
  return offer ? linesOf(offer, facts, facts.parcel, marketOf(facts.to, tables)?.currency ?? '') : null
}

/** Returns the offers on the lane that the destination's market allows. */
const offersOf = (facts: Omit<RateFacts, 'parcel'>, tables: RateTables, market: Market | undefined): readonly Offer[] =>
  market ? laneOf(facts, tables).filter(({ carrier }) => market.kind !== 'fixed' || carrier === market.carrier) : []

/** Whether a new shipment between two places has a price, provided that its parcel is not too large. */
export const isServed = (facts: Omit<RateFacts, 'parcel'>, tables: RateTables): boolean =>
  offersOf(facts, tables, marketOf(facts.to, tables)).length > 0

/** Whether a carrier serves a place with this service from at least one origin. */
const isReachable = ({ to, service_level }: Pick<RateFacts, 'to' | 'service_level'>, tables: RateTables): boolean => {
  const market = marketOf(to, tables)
  if (!market) return false
  const mayCarry = (carrier: string): boolean =>
    tables.carriers.get(carrier)?.active === true && (market.kind !== 'fixed' || carrier === market.carrier)
  return marketCodes(to).some((country) => {
    const tariffs = inForce(country, tables)
    const byCard = tables.rates.some(
      (rate) => rate.country === country && rate.service_level === service_level && mayCarry(rate.carrier) && !tariffs?.has(rate.carrier),
    )
    return byCard || [...(tariffs?.values() ?? [])].some((tariff) => mayCarry(tariff.carrier) && reaches(tariff, to, service_level))
  })
}

/**
 * Returns the reason why there is no price. If carriers serve the destination from other origins, the reason is the origin, otherwise the
 * destination.
 */
const unserved = (facts: Omit<RateFacts, 'parcel'>, tables: RateTables, isNew: boolean): Refusal => {
  const { from, to, service_level } = facts
  if (!isReachable(facts, tables))
    return invalidField('/to/country', 'market', `has no carrier that offers ${service_level} service; choose another country`)
  if (!isNew) {
    const origin = from ? `from ${plain(from.country)}` : 'without a sender'
    return invalidField('/to/country', 'market', `has no price for ${service_level} service ${origin}; choose another country`)
  }
  if (!from) return invalidField('/from', 'market', `is required: no carrier delivers to ${plain(to.country)} from an unknown origin`)
  const isHome = marketCountry(from.country) === marketCountry(to.country)
  const path = isHome ? '/from/postal_code' : '/from/country'
  const origin = isHome ? 'this postal code' : plain(from.country)
  return invalidField(
    path,
    'market',
    `is not served: no carrier delivers from ${origin} to ${plain(to.country)} with ${service_level} service`,
  )
}

/**
 * Refuses a new destination for a parcel that is already in transit, if no carrier delivers there. The weight does not matter. Errors:
 * `validation_failed` on `/to/country`.
 */
export const refuseUnserved = (facts: RateFacts, tables: RateTables): Refusal | null => {
  return isServed(facts, tables) ? null : unserved(facts, tables, false)
}

/** The pricing of a new shipment. */
export interface Choice {
  market: Market
  /** All offers that were compared, regardless of their weight limits. In a fixed market, these are only the offers of its carrier. */
  lane: readonly Offer[]
  /** The offer that sets the price. */
  offer: Offer
  amount: Money
}

/** Returns the services that a market's carriers offer between two places. */
const otherServices = (facts: RateFacts, tables: RateTables, market: Market | undefined): ServiceLevel[] =>
  SERVICE_LEVELS.filter((service_level) => offersOf({ ...facts, service_level }, tables, market).length > 0)

/** The field that the error names if no carrier serves the destination with the requested service. The request can change this field. */
type Changeable = '/service_level' | '/to/country'

/** Errors: those of `price`. */
export const chooseRate = (facts: RateFacts, tables: RateTables, changeable: Changeable = '/to/country'): Choice | Refusal => {
  const market = marketOf(facts.to, tables)
  const lane = offersOf(facts, tables, market)
  if (!market || lane.length === 0) {
    const others = changeable === '/service_level' ? otherServices(facts, tables, market) : []
    if (others.length > 0)
      return invalidField(
        '/service_level',
        'market',
        `must be ${others.join(' or ')}: no carrier delivers to this destination with ${facts.service_level} service`,
      )
    return unserved(facts, tables, changeable === '/service_level')
  }
  const able = lane.filter((offer) => refusedFor(offer, facts.parcel) === null)
  const best = cheapest(able, facts, facts.parcel)
  if (!best) return refuseParcel(facts.parcel, lane)
  const { offer, amount } = best
  if (compare(amount, MAX_AMOUNT) > 0)
    return invalidField('/parcel', 'maximum', 'is too large to be a parcel; check the measurements and their units')
  return { market, lane, offer, amount }
}

/** Refuses a parcel that no carrier of the lane takes. */
const refuseParcel = (parcel: Parcel, lane: readonly Offer[]): Refusal => {
  const most = Math.max(...lane.map(({ max_weight_lb }) => max_weight_lb))
  if (parcel.weight > most)
    return invalidField(
      '/parcel/weight',
      'maximum',
      `exceeds ${most} lb, the limit of the carriers that serve the destination; split the parcel`,
    )
  return invalidField(
    '/parcel',
    'maximum',
    'exceeds the size that carriers to this destination accept; check the measurements and their units, or split the parcel',
  )
}

/**
 * Returns price, market and carrier of a shipment. Errors: `validation_failed` on `/to/country` if no carrier serves that country; on
 * `/from` or a part of it if carriers serve the country from elsewhere; on `changeable` if no carrier offers that service; on
 * `/parcel/weight` if the parcel is too heavy for every carrier; on `/parcel` if it is too large for every carrier, or if its size alone
 * would exceed the highest price.
 */
export const price = (facts: RateFacts, tables: RateTables, changeable?: Changeable): Quote | Refusal => {
  const chosen = chooseRate(facts, tables, changeable)
  if (isRefusal(chosen)) return chosen
  const { market, amount } = chosen
  return { market: market.country, currency: market.currency, amount, carrier: market.carrier }
}

/**
 * Returns the price of a shipment with changed facts. The declared value has the earlier currency and is never converted. If the new market
 * has another currency, the declared value therefore becomes unknown. Errors: those of `price`.
 */
export const reprice = (
  before: { currency: string; declared_value: Money | null },
  facts: RateFacts,
  tables: RateTables,
): (Quote & { declared_value: Money | null }) | Refusal => {
  const { declared_value } = before
  const quote = price({ ...facts, declared_value }, tables)
  if (isRefusal(quote) || quote.currency === before.currency) return isRefusal(quote) ? quote : { ...quote, declared_value }
  const unsaid = price({ ...facts, declared_value: null }, tables)
  return isRefusal(unsaid) ? unsaid : { ...unsaid, declared_value: null }
}

/**
 * Returns the offers whose carriers accept the parcel. If none does, returns all offers, because a parcel that is already in the network
 * must be priced in any case.
 */
const willing = (lane: readonly Offer[], parcel: Parcel): readonly Offer[] => {
  const able = lane.filter((offer) => refusedFor(offer, parcel) === null)
  return able.length > 0 ? able : lane
}

/** Returns the carrier that takes a marketplace parcel at handover. Null: no carrier serves its lane anymore. */
export const cheapestCarrier = (facts: RateFacts, tables: RateTables): string | null =>
  cheapest(willing(laneOf(facts, tables), facts.parcel), facts, facts.parcel)?.offer.carrier ?? null

/** Whether the shipment's market allows this carrier to take the parcel. */
export const isCandidate = (facts: RateFacts & { market: string }, carrier: string, tables: RateTables): boolean =>
  willing(offersOf(facts, tables, tables.markets.get(facts.market)), facts.parcel).some((offer) => offer.carrier === carrier)

/**
 * Returns how much more the observed parcel costs than the recorded one, in cents; negative if it costs less. Both prices are from today's
 * rate card or tariff of the shipment's carrier. If this carrier does not serve the lane, they are those of the cheapest carrier. Never
 * refuses, because a measurement is a fact. Returns 0 if no carrier serves the lane anymore.
 */
export const correctionCents = (facts: RateFacts & { carrier: string | null }, observed: Parcel, tables: RateTables): Money => {
  const lane = laneOf(facts, tables)
  const own = lane.filter(({ carrier }) => carrier === facts.carrier)
  const offers = own.length > 0 ? own : lane
  const cost = (parcel: Parcel): Money => cheapest(willing(offers, parcel), facts, parcel)?.amount ?? ZERO
  return subtract(cost(observed), cost(facts.parcel))
}
