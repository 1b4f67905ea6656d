// Compiles the rows of a file into a tariff. Reports faults that only several rows together show: gaps, overlaps, falling prices.

import { DIMENSIONAL_DIVISOR } from './billable.ts'
import { compare, fromMinorUnits, type Money, most, ZERO } from './money.ts'
import { prefixesIn } from './postal-prefix.ts'
import type { ServiceLevel } from './shipment.ts'
import { ANYWHERE, type Breaks, MEASURES, type Measure, type SizeRule, type Tariff, type ZoneTable } from './tariff.ts'

export const TARIFF_KINDS = ['zone', 'rate', 'divisor', 'minimum', 'size', 'residential', 'remote', 'fuel', 'declared', 'tax'] as const
export type TariffKind = (typeof TARIFF_KINDS)[number]

/** A row with the cells of its kind. The other cells are null. */
export interface TariffRow {
  kind: TariffKind
  service_level: ServiceLevel | null
  measure: Measure | null
  zone: number | null
  from: string | null
  to: string | null
  value: number | null
  cents: Money | null
  /** Thousandths of a percent. */
  percent: number | null
}

export interface TariffKey {
  carrier: string
  country: string
  currency: string
  effective_on: string
}

/** A fault that only several rows together show. `row` is the line of the file. */
export interface TariffFault {
  row: number
  column: string
  code: string
  message: string
}

/** A row with its line number in the file. */
export type LineOf = TariffRow & { row: number }

/** Each pair takes one byte, so this limits the memory of a tariff. */
export const MAX_ZONE_PAIRS = 3_000_000
export const MAX_TARIFF_ROWS = 20_000
export const MAX_ZONE = 250

const COUNTRY = /^[A-Z]{2}$/

/** Returns the origins that a cell names: prefixes of the market's country, another country, or anywhere. Null: the cell is malformed. */
export const originsIn = (cell: string, country: string): string[] | null =>
  cell === ANYWHERE || (COUNTRY.test(cell) && cell !== country) ? [cell] : prefixesIn(cell, country)

export const destinationsIn = (cell: string, country: string): string[] | null => (cell === ANYWHERE ? [cell] : prefixesIn(cell, country))

const indexOf = (names: Iterable<string>): Map<string, number> => new Map([...new Set(names)].map((name, i) => [name, i]))

class Compiling {
  readonly faults: TariffFault[] = []
  readonly key: TariffKey
  readonly #rows: readonly LineOf[]

  constructor(key: TariffKey, rows: readonly LineOf[]) {
    this.key = key
    this.#rows = rows
  }

  of(kind: TariffKind): LineOf[] {
    return this.#rows.filter((row) => row.kind === kind)
  }

  fault(row: number, column: string, code: string, message: string): void {
    this.faults.push({ row, column, code, message })
  }

  /** Returns one row for each name. Reports further rows with the same name as duplicates. */
  unique(kind: TariffKind, nameOf: (row: LineOf) => string): Map<string, LineOf> {
    const found = new Map<string, LineOf>()
    for (const row of this.of(kind)) {
      const before = found.get(nameOf(row))
      if (before) this.fault(row.row, 'kind', 'duplicate', `repeats ${kind} ${nameOf(row)} from row ${before.row}`.replace('  ', ' '))
      else found.set(nameOf(row), row)
    }
    return found
  }
}

const zonesOf = (work: Compiling): ZoneTable => {
  const { country } = work.key
  const rows = work.of('zone').map((row) => ({
    ...row,
    from: originsIn(row.from as string, country) ?? [],
    to: destinationsIn(row.to as string, country) ?? [],
  }))
  const origins = indexOf(rows.flatMap(({ from }) => from))
  const destinations = indexOf(rows.flatMap(({ to }) => to))
  const first = rows[0]
  const pairs = origins.size * destinations.size
  if (first && pairs > MAX_ZONE_PAIRS) {
    work.fault(
      first.row,
      'zone',
      'too_many',
      `begins a table of ${pairs} pairs of origin and destination, but the limit is ${MAX_ZONE_PAIRS}; use "*" instead of long ranges`,
    )
    return { origins: new Map(), destinations: new Map(), cells: new Uint8Array() }
  }
  const cells = new Uint8Array(pairs)
  for (const { row, from, to, zone } of rows) {
    const overlap = fill(cells, from, to, zone as number, { origins, destinations })
    if (overlap) work.fault(row, 'from', 'overlap', `gives ${overlap} a second zone; keep only one of the rows`)
  }
  const table = { origins, destinations, cells }
  findGap(work, table, rows)
  return table
}

/** Sets the zone of each pair. Returns the first pair that already had one. */
const fill = (
  cells: Uint8Array,
  from: readonly string[],
  to: readonly string[],
  zone: number,
  { origins, destinations }: Pick<ZoneTable, 'origins' | 'destinations'>,
): string | null => {
  let overlap: string | null = null
  const columns = to.map((destination) => destinations.get(destination) as number)
  for (const origin of from) {
    const row = (origins.get(origin) as number) * destinations.size
    for (const [i, column] of columns.entries()) {
      if (cells[row + column] === 0) cells[row + column] = zone
      else overlap ??= `${origin} to ${to[i]}`
    }
  }
  return overlap
}

/**
 * Checks that every origin of the table reaches every destination. Rows for "anywhere" count too. Reports at most one gap for each origin.
 */
const findGap = (work: Compiling, { origins, destinations, cells }: ZoneTable, rows: readonly { row: number; from: string[] }[]): void => {
  const anywhere = (origin: string, destination: string): boolean => {
    const [row, column] = [origins.get(origin), destinations.get(destination)]
    return row !== undefined && column !== undefined && cells[row * destinations.size + column] !== 0
  }
  const lineOf = new Map<string, number>()
  for (const { row, from } of rows) for (const origin of from) if (!lineOf.has(origin)) lineOf.set(origin, row)
  for (const [origin, row] of origins) {
    const isAbroad = COUNTRY.test(origin)
    if (origin === ANYWHERE || anywhere(origin, ANYWHERE) || (!isAbroad && anywhere(ANYWHERE, ANYWHERE))) continue
    for (const [destination, column] of destinations) {
      if (destination === ANYWHERE || cells[row * destinations.size + column] !== 0) continue
      if (!isAbroad && anywhere(ANYWHERE, destination)) continue
      const message = `leaves a gap: ${origin} has no zone to ${destination}; add one, or one for ${origin} to *`
      work.fault(lineOf.get(origin) as number, 'to', 'gap', message)
      break
    }
  }
}

const millipounds = (pounds: number): number => Math.round(pounds * 1000)

/** Returns the rows of a service by zone, then by weight break in thousandths of a pound. */
const pricesOf = (work: Compiling, rows: readonly LineOf[]): Map<number, Map<number, LineOf>> => {
  const zones = new Map<number, Map<number, LineOf>>()
  for (const row of rows) {
    const byBreak = zones.get(row.zone as number) ?? new Map<number, LineOf>()
    const at = millipounds(row.value as number)
    const before = byBreak.get(at)
    if (before)
      work.fault(
        row.row,
        'value',
        'overlap',
        `repeats the price for zone ${row.zone} up to ${row.value} lb, which row ${before.row} already gives`,
      )
    else byBreak.set(at, row)
    zones.set(row.zone as number, byBreak)
  }
  return new Map([...zones].sort(([a], [b]) => a - b))
}

const breaksOf = (work: Compiling, service: string, rows: readonly LineOf[]): Breaks => {
  const zones = pricesOf(work, rows)
  const up_to = [...new Set(rows.map(({ value }) => millipounds(value as number)))].sort((a, b) => a - b)
  const cents = new Map<number, Money[]>()
  let nearer: Money[] = []
  for (const [zone, byBreak] of zones) {
    let least = ZERO
    const prices = up_to.map((at, i) => {
      const row = byBreak.get(at)
      if (!row) {
        const other = rows.find(({ value }) => millipounds(value as number) === at) as LineOf
        work.fault(other.row, 'value', 'gap', `leaves a gap: ${service} zone ${zone} has no price up to ${at / 1000} lb`)
        return least
      }
      const price = row.cents as Money
      const message = (than: string) => `has a falling price: zone ${zone} up to ${row.value} lb costs less than ${than}`
      if (compare(price, least) < 0) work.fault(row.row, 'cents', 'falls', message('a lighter parcel'))
      else if (compare(price, nearer[i] ?? ZERO) < 0) work.fault(row.row, 'cents', 'falls', message('a nearer zone'))
      least = most(least, price)
      return price
    })
    cents.set(zone, prices)
    nearer = prices
  }
  return { up_to, cents }
}

const servicesOf = (work: Compiling): Map<ServiceLevel, Breaks> => {
  const byService = new Map<ServiceLevel, LineOf[]>()
  for (const row of work.of('rate')) {
    const service = row.service_level as ServiceLevel
    byService.set(service, [...(byService.get(service) ?? []), row])
  }
  const services = new Map([...byService].map(([service, rows]) => [service, breaksOf(work, service, rows)]))
  const told = new Set<number>()
  for (const { row, zone } of work.of('zone')) {
    if (told.has(zone as number)) continue
    told.add(zone as number)
    for (const [service, { cents }] of services)
      if (!cents.has(zone as number)) work.fault(row, 'zone', 'gap', `leaves a gap: zone ${zone} has no prices for ${service} service`)
  }
  return services
}

const sizesOf = (work: Compiling): SizeRule[] => {
  const rows = [...work.unique('size', ({ measure, value }) => `${measure} ${value}`).values()]
  for (const measure of MEASURES) {
    let before: LineOf | null = null
    for (const row of rows.filter((one) => one.measure === measure).sort((a, b) => (a.value as number) - (b.value as number))) {
      // A row without cents means that the carrier refuses the parcel. This counts as more expensive than any price.
      const isLess = before && row.cents !== null && (before.cents === null || compare(row.cents, before.cents) < 0)
      if (isLess)
        work.fault(
          row.row,
          'cents',
          'falls',
          `has a falling price: the price for ${measure} over ${row.value} inches is lower than the price in row ${before?.row}`,
        )
      before = row
    }
  }
  return rows
    .map(({ measure, value, cents }) => ({ measure: measure as Measure, over_in: value as number, cents }))
    .sort((a, b) => b.over_in - a.over_in)
}

const remoteOf = (work: Compiling): Map<string, Money> => {
  const remote = new Map<string, Money>()
  for (const { row, to, cents } of work.of('remote')) {
    const prefixes = prefixesIn(to as string, work.key.country) ?? []
    const twice = prefixes.find((prefix) => remote.has(prefix))
    if (twice) work.fault(row, 'to', 'overlap', `names ${twice}, which already has a remote surcharge`)
    for (const prefix of prefixes) remote.set(prefix, cents as Money)
  }
  return remote
}

const first = <Name extends keyof LineOf>(rows: Map<string, LineOf>, name: Name): LineOf[Name] | null =>
  [...rows.values()][0]?.[name] ?? null

/**
 * Compiles the rows into a tariff. If there are faults, do not use the tariff. A fault that belongs to no row, such as a missing kind, is
 * reported for the first row.
 */
export const compileTariff = (key: TariffKey, rows: readonly LineOf[]): { tariff: Tariff; faults: readonly TariffFault[] } => {
  const work = new Compiling(key, rows)
  const line = rows[0]?.row ?? 1
  if (rows.length > MAX_TARIFF_ROWS)
    work.fault(line, '', 'too_many', `begins a tariff of more than ${MAX_TARIFF_ROWS} rows; combine rows into ranges`)
  for (const kind of ['zone', 'rate'] as const)
    if (work.of(kind).length === 0) work.fault(line, 'kind', 'gap', `leaves a gap: the tariff has no row of the kind ${kind}`)
  const one = (kind: TariffKind) => work.unique(kind, () => '')
  const declared = one('declared')
  const tariff: Tariff = {
    ...key,
    zones: zonesOf(work),
    services: servicesOf(work),
    divisor: (first(one('divisor'), 'value') as number | null) ?? DIMENSIONAL_DIVISOR,
    minimums: new Map(
      [...work.unique('minimum', ({ service_level }) => service_level ?? '')].map(([service, { cents }]) => [
        service as ServiceLevel,
        cents as Money,
      ]),
    ),
    sizes: sizesOf(work),
    residential_cents: (first(one('residential'), 'cents') as Money | null) ?? ZERO,
    remote: remoteOf(work),
    fuel: (first(one('fuel'), 'percent') as number | null) ?? 0,
    declared:
      declared.size > 0
        ? { free_cents: fromMinorUnits(first(declared, 'value') as number), percent: first(declared, 'percent') as number }
        : null,
    taxes: new Map([...work.unique('tax', ({ to }) => to ?? '')].map(([state, { percent }]) => [state, percent as number])),
  }
  return { tariff, faults: [...work.faults].sort((a, b) => a.row - b.row) }
}

/** Returns the tariff that stored rows describe. The rows were checked before they were stored. */
export const tariffOf = (key: TariffKey, rows: readonly TariffRow[]): Tariff => {
  const lines = rows.map((row, i) => ({ ...row, row: i + 1 }))
  return compileTariff(key, lines).tariff
}
