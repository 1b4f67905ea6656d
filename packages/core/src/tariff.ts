// Prices a parcel by a carrier's tariff: zones by pairs of postal prefixes, weight breaks and surcharges, each a line in whole cents. Pure
// functions. ./compile-tariff.ts builds the tables from the rows of a file (docs/guide/money.md#tariffs).

import { billableMillipounds } from './billable.ts'
import { add, codedText, compare, isPositive, type Money, share, subtract, ZERO } from './money.ts'
import { prefixOf } from './postal-prefix.ts'
import { stateOf, withLeadingZeros } from './regions.ts'
import { type Address, type Parcel, plain, type ServiceLevel } from './shipment.ts'
import { marketCodes } from './territories.ts'

export const LINE_CODES = ['base', 'weight', 'minimum', 'oversize', 'residential', 'remote', 'declared_value', 'fuel', 'tax'] as const
export type LineCode = (typeof LINE_CODES)[number]

/** A part of a price. The lines of a price add up to it. */
export interface PriceLine {
  code: LineCode
  cents: Money
  /** Explains the line to people. */
  detail: string
}

export const MEASURES = ['length', 'girth', 'length_and_girth'] as const
export type Measure = (typeof MEASURES)[number]

/** The zone of each pair, in the row of its origin and the column of its destination. 0: the pair has no zone of its own. */
export interface ZoneTable {
  origins: ReadonlyMap<string, number>
  destinations: ReadonlyMap<string, number>
  cells: Uint8Array
}

/** The prices of a service. Each zone has one price for each weight break. */
export interface Breaks {
  /** Upper limits of the breaks, inclusive, in thousandths of a pound, ascending. */
  up_to: readonly number[]
  cents: ReadonlyMap<number, readonly Money[]>
}

export interface SizeRule {
  measure: Measure
  over_in: number
  /** Null: the carrier refuses a larger parcel. */
  cents: Money | null
}

export interface Tariff {
  carrier: string
  country: string
  currency: string
  /** The first day, in UTC, on which the tariff is in force. */
  effective_on: string
  divisor: number
  zones: ZoneTable
  services: ReadonlyMap<ServiceLevel, Breaks>
  minimums: ReadonlyMap<ServiceLevel, Money>
  /** Largest first. */
  sizes: readonly SizeRule[]
  residential_cents: Money
  /** Surcharges by prefix of the destination. */
  remote: ReadonlyMap<string, Money>
  /** Percentages are in thousandths of a percent, so that they are integers. */
  fuel: number
  declared: { free_cents: Money; percent: number } | null
  /** Tax rates by state. `*` covers all other states. */
  taxes: ReadonlyMap<string, number>
}

export interface TariffFacts {
  from: Address | null
  to: Address
  service_level: ServiceLevel
  declared_value?: Money | null
}

/** A tariff's offer for one lane. */
export interface TariffLane {
  tariff: Tariff
  zone: number
  breaks: Breaks
  prices: readonly Money[]
}

/** Any place of the market's country, including unknown ones. */
export const ANYWHERE = '*'
/** 100 %, in thousandths of a percent. */
export const WHOLE = 100_000

/** Returns the names that an origin may have in a tariff of a country, the most specific first. `isHome`: the origin is in that country. */
const originsOf = (from: Address | null, country: string): { names: readonly string[]; isHome: boolean } => {
  if (!from) return { names: [], isHome: true }
  const codes = marketCodes(from)
  const at = codes.indexOf(country)
  return at < 0 ? { names: codes, isHome: false } : { names: [prefixOf(withLeadingZeros(from)), ...codes.slice(0, at)], isHome: true }
}

/** Returns the zone of a pair. 0: the tariff has no zone for the pair. The lookup takes the same time for a table of any size. */
const cellOf = ({ origins, destinations, cells }: ZoneTable, origin: string, destination: string): number => {
  const [row, column] = [origins.get(origin), destinations.get(destination)]
  return row === undefined || column === undefined ? 0 : (cells[row * destinations.size + column] as number)
}

/**
 * Returns the zone of the most specific row, in this order: the row with both prefixes; the row from the origin's prefix to anywhere; the
 * rows for the country code of a territory (`PR` in a tariff of the US); the rows from anywhere. "Anywhere" does not include places abroad.
 */
export const tariffZone = (
  { zones, country }: Pick<Tariff, 'zones' | 'country'>,
  { from, to }: Pick<TariffFacts, 'from' | 'to'>,
): number => {
  const destination = prefixOf(withLeadingZeros(to))
  const { names, isHome } = originsOf(from, country)
  for (const origin of names) {
    const own = cellOf(zones, origin, destination) || cellOf(zones, origin, ANYWHERE)
    if (own > 0) return own
  }
  if (!isHome) return 0
  return cellOf(zones, ANYWHERE, destination) || cellOf(zones, ANYWHERE, ANYWHERE)
}

/** Whether the tariff has a price to a place from at least one origin. */
export const reaches = ({ zones, services }: Tariff, to: Address, service_level: ServiceLevel): boolean => {
  const prices = services.get(service_level)?.cents
  const destination = prefixOf(withLeadingZeros(to))
  if (!prices) return false
  for (const origin of zones.origins.keys())
    if (prices.has(cellOf(zones, origin, destination)) || prices.has(cellOf(zones, origin, ANYWHERE))) return true
  return false
}

/** Null: the tariff does not serve the lane. */
export const tariffLane = (tariff: Tariff, facts: TariffFacts): TariffLane | null => {
  const breaks = tariff.services.get(facts.service_level)
  const zone = breaks ? tariffZone(tariff, facts) : 0
  const prices = breaks?.cents.get(zone)
  return breaks && prices ? { tariff, zone, breaks, prices } : null
}

export const heaviest = ({ breaks }: TariffLane): number => breaks.up_to[breaks.up_to.length - 1] as number

const measureOf = ({ length, width, height }: Parcel, measure: Measure): number => {
  const [longest, second, third] = [length, width, height].sort((a, b) => b - a) as [number, number, number]
  const girth = 2 * (second + third)
  if (measure === 'length') return longest
  return measure === 'girth' ? girth : longest + girth
}

/** Rounds measures to three decimals, the precision of the sides, because sums of binary fractions are not exact. */
const isOver = (parcel: Parcel, { measure, over_in }: SizeRule): boolean =>
  Math.round(measureOf(parcel, measure) * 1000) > Math.round(over_in * 1000)

/** Returns the size limit that the parcel exceeds, if the carrier refuses it for its size. */
export const refusedSize = ({ sizes }: Tariff, parcel: Parcel): SizeRule | null =>
  sizes.find((rule) => rule.cents === null && isOver(parcel, rule)) ?? null

/** Returns a share of an amount, with half a minor unit rounded up. */
export const percentOf = (cents: Money, percent: number): Money => share(cents, percent, WHOLE, 'half_up')

const percentText = (percent: number): string => `${percent / 1000} %`

/** Returns the first break that covers the weight, by binary search. A weight above the last break gets the last break. */
const breakOf = (up_to: readonly number[], millipounds: number): number => {
  let [low, high] = [0, up_to.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((up_to[middle] as number) >= millipounds) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds one surcharge for each measure: the surcharge of the largest limit that the parcel exceeds. */
const sizeLines = ({ sizes }: Tariff, parcel: Parcel): PriceLine[] =>
  MEASURES.flatMap((measure) => {
    const rule = sizes.find((one) => one.measure === measure && one.cents !== null && isOver(parcel, one))
    return rule?.cents != null && isPositive(rule.cents)
      ? [{ code: 'oversize', cents: rule.cents, detail: `${measure.replaceAll('_', ' ')} over ${rule.over_in} in` }]
      : []
  })

/** Returns the lines before fuel and tax. */
const ownLines = (lane: TariffLane, facts: TariffFacts, parcel: Parcel): PriceLine[] => {
  const { tariff, zone, breaks, prices } = lane
  const at = breakOf(breaks.up_to, billableMillipounds(parcel, tariff.divisor))
  const base = prices[at] as Money
  const lines: PriceLine[] = [{ code: 'base', cents: base, detail: `zone ${zone}, up to ${(breaks.up_to[at] as number) / 1000} lb` }]
  const least = tariff.minimums.get(facts.service_level) ?? ZERO
  if (compare(least, base) > 0)
    lines.push({ code: 'minimum', cents: subtract(least, base), detail: `at least ${codedText(least, tariff.currency)}` })
  lines.push(...sizeLines(tariff, parcel))
  if (isPositive(tariff.residential_cents) && plain(facts.to.company) === '')
    lines.push({ code: 'residential', cents: tariff.residential_cents, detail: 'the recipient is not a company' })
  const prefix = prefixOf(withLeadingZeros(facts.to))
  const remote = tariff.remote.get(prefix) ?? ZERO
  if (isPositive(remote)) lines.push({ code: 'remote', cents: remote, detail: `to ${prefix}` })
  return lines
}

export const totalOf = (lines: readonly PriceLine[]): Money => lines.reduce((total, { cents }) => add(total, cents), ZERO)

/**
 * Returns the lines of a price, in order of calculation. Fuel is a share of all lines before it except the one for the declared value. Tax
 * is a share of all lines before it. A parcel heavier than the last break is priced by the last break, because another check decides
 * whether the carrier accepts the parcel at all.
 */
export const tariffLines = (lane: TariffLane, facts: TariffFacts, parcel: Parcel): PriceLine[] => {
  const { fuel, declared, taxes, currency } = lane.tariff
  const lines = ownLines(lane, facts, parcel)
  const freight = totalOf(lines)
  const covered = declared ? subtract(facts.declared_value ?? ZERO, declared.free_cents) : ZERO
  if (declared && isPositive(covered)) {
    const detail = `${percentText(declared.percent)} of the value above ${codedText(declared.free_cents, currency)}`
    lines.push({ code: 'declared_value', cents: percentOf(covered, declared.percent), detail })
  }
  if (fuel > 0) lines.push({ code: 'fuel', cents: percentOf(freight, fuel), detail: `${percentText(fuel)} of the freight` })
  const tax = taxes.get(stateOf(facts.to)) ?? taxes.get(plain(facts.to.state)) ?? taxes.get(ANYWHERE) ?? 0
  if (tax > 0) lines.push({ code: 'tax', cents: percentOf(totalOf(lines), tax), detail: `${percentText(tax)} of all lines` })
  return lines
}
