// Reads and writes a CSV file of tariffs, one rule per row (docs/operating/money.md#tariffs). The rows of a carrier, a country and a day
// form one tariff. Each row fills the cells of its kind and leaves the others empty.
import {
  compileTariff,
  destinationsIn,
  type LineOf,
  MAX_ZONE,
  originsIn,
  TARIFF_KINDS,
  type TariffKey,
  type TariffKind,
  type TariffRow,
} from '@backhaul/core/compile-tariff.ts'
import { currencyFault } from '@backhaul/core/currencies.ts'
import { type LostPrice, lostPrices } from '@backhaul/core/lost-prices.ts'
import { fromMinorUnits, MAX_MINOR_UNITS } from '@backhaul/core/money.ts'
import { prefixesIn } from '@backhaul/core/postal-prefix.ts'
import type { RateTables } from '@backhaul/core/rating.ts'
import { SERVICE_LEVELS, type ServiceLevel } from '@backhaul/core/shipment.ts'
import { ANYWHERE, MEASURES, type Measure, type Tariff, WHOLE } from '@backhaul/core/tariff.ts'
import type { Known } from './rate-file.ts'
import { type CodedFault, faultOfCells, faultsOfHeader, type RowReader } from './read-file.ts'
import type { TariffRecord } from './tariffs.ts'

const REQUIRED = ['carrier', 'country', 'currency', 'effective_on', 'kind'] as const
const CELLS = ['service_level', 'measure', 'zone', 'from', 'to', 'value', 'cents', 'percent'] as const
type Cell = (typeof CELLS)[number]
type Column = (typeof REQUIRED)[number] | Cell
export const TARIFF_COLUMNS: readonly Column[] = [...REQUIRED, ...CELLS]

/** The cells of each kind. The cell `cents` of a size may be empty. */
const CELLS_OF: Record<TariffKind, readonly Cell[]> = {
  zone: ['zone', 'from', 'to'],
  rate: ['service_level', 'zone', 'value', 'cents'],
  divisor: ['value'],
  minimum: ['service_level', 'cents'],
  size: ['measure', 'value', 'cents'],
  residential: ['cents'],
  remote: ['to', 'cents'],
  fuel: ['percent'],
  declared: ['value', 'percent'],
  tax: ['to', 'percent'],
}

const MAX_CENTS = 1_000_000_000
const MAX_VALUE = 1_000_000
/** Largest declared value of goods, in minor units. */
const MAX_DECLARED = MAX_MINOR_UNITS
const MAX_PERCENT = 1_000
/** Limit for all current and future tariffs together, because every process keeps one byte for each pair in memory. */
export const MAX_PAIRS_IN_USE = 32_000_000

/** The code and the message of a fault. Null if there is no fault. */
type Found = readonly [code: string, message: string] | null

const NUMBER = /^-?\d{1,10}(\.\d{1,3})?$/
const number =
  (most: number, isWhole: boolean) =>
  (text: string): Found => {
    const what = `${isWhole ? 'a whole number' : 'a number'} from 0 to ${most}${isWhole ? '' : ' with at most three decimals'}`
    if (!NUMBER.test(text) || (isWhole && text.includes('.'))) return ['number', `is not ${what}`]
    if (Number(text) < 0) return ['negative', `is negative; give ${what}`]
    return Number(text) > most ? ['maximum', `is not ${what}`] : null
  }
const oneOf =
  (words: readonly string[]) =>
  (text: string): Found =>
    words.includes(text) ? null : ['choice', `is not one of ${words.join(', ')}`]

const POSTAL = 'a prefix such as 430 or M5H, a range such as 430-458, or several of them separated by spaces'

const CHECKS: Record<Cell, (text: string, kind: TariffKind, country: string) => Found> = {
  service_level: oneOf(SERVICE_LEVELS),
  measure: oneOf(MEASURES),
  zone: (text) => number(MAX_ZONE, true)(text) ?? (Number(text) === 0 ? ['minimum', 'is 0; zones begin with 1'] : null),
  from: (text, _, country) => (originsIn(text, country) ? null : ['prefix', `is neither ${POSTAL}, nor another country, nor *`]),
  to: (text, kind, country) => {
    if (kind === 'tax') return text === ANYWHERE || /^[A-Z0-9]{1,3}$/.test(text) ? null : ['state', 'is neither a state such as ON nor *']
    const found = kind === 'remote' ? prefixesIn(text, country) : destinationsIn(text, country)
    return found ? null : ['prefix', `is not ${POSTAL}${kind === 'remote' ? '' : ', nor *'}`]
  },
  value: (text, kind) => number(kind === 'declared' ? MAX_DECLARED : MAX_VALUE, kind === 'declared')(text) ?? leastOf(text, kind),
  cents: number(MAX_CENTS, true),
  percent: number(MAX_PERCENT, false),
}

/** A weight or a divisor must be greater than 0. */
const leastOf = (text: string, kind: TariffKind): Found =>
  kind !== 'declared' && Number(text) === 0 ? ['minimum', 'must be greater than 0'] : null

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

type Keyed = TariffRow & TariffKey

/** The fields by which stored tariffs are compared with those of the file. */
type Other = Pick<TariffRecord, 'carrier' | 'country' | 'effective_on' | 'pairs' | 'is_in_use'>

export class TariffRows implements RowReader<Keyed> {
  readonly faults: readonly CodedFault[]
  readonly #at: ReadonlyMap<string, number>
  readonly #header: readonly string[]
  readonly #known: Known
  readonly #others: readonly Other[]
  /** The current rate tables. Null if no warnings are needed. */
  readonly #tables: RateTables | null
  readonly #compiled: Tariff[] = []
  readonly #tariffs = new Map<string, { key: TariffKey; rows: LineOf[]; line: number }>()

  constructor(header: readonly string[], row: number, known: Known, others: readonly Other[], tables: RateTables | null = null) {
    this.#tables = tables
    this.#header = header
    this.#at = new Map(header.map((name, i) => [name, i]))
    this.#known = known
    this.#others = others
    this.faults = faultsOfHeader(row, header, REQUIRED, TARIFF_COLUMNS)
  }

  read(record: readonly string[], row: number): { value: Keyed } | { faults: CodedFault[] } {
    if (record.length !== this.#header.length) return { faults: [faultOfCells(row, record.length, this.#header)] }
    const cell = (column: Column): string => record[this.#at.get(column) ?? -1] ?? ''
    const key = { carrier: cell('carrier'), country: cell('country'), currency: cell('currency'), effective_on: cell('effective_on') }
    const kind = cell('kind') as TariffKind
    const faults = [...this.#faultsOfKey(row, key), ...faultsOfCells(row, kind, key.country, cell)]
    if (faults.length > 0) return { faults }
    const said = rowOf(kind, cell)
    const name = `${key.carrier}/${key.country}/${key.effective_on}`
    const tariff = this.#tariffs.get(name)
    if (tariff && tariff.key.currency !== key.currency) {
      const message = `must be the same on all rows of a tariff, but is ${tariff.key.currency} on row ${tariff.line}`
      return { faults: [{ row, column: 'currency', code: 'currency', message }] }
    }
    if (tariff) tariff.rows.push({ ...said, row })
    else this.#tariffs.set(name, { key, rows: [{ ...said, row }], line: row })
    return { value: { ...said, ...key } }
  }

  /** Checks each tariff for gaps, overlaps and falling prices, and the size of all tariffs together. */
  end(): readonly CodedFault[] {
    const faults: CodedFault[] = []
    let pairs = 0
    for (const { is_in_use, pairs: own, ...other } of this.#others)
      if (is_in_use && !this.#tariffs.has(`${other.carrier}/${other.country}/${other.effective_on}`)) pairs += own
    for (const { key, rows, line } of this.#tariffs.values()) {
      const compiled = compileTariff(key, rows)
      faults.push(...compiled.faults)
      this.#compiled.push(compiled.tariff)
      pairs += compiled.tariff.zones.cells.length
      if (pairs <= MAX_PAIRS_IN_USE) continue
      const message = `begins a tariff that exceeds the limit of ${MAX_PAIRS_IN_USE} pairs of prefixes in use; use * or wider tables`
      faults.push({ row: line, column: '', code: 'too_many', message })
      break
    }
    return faults
  }

  /** The prices that would be lost on the first day of each tariff in the file, assuming that all tariffs of the file apply. */
  lostPrices(): (LostPrice & { carrier: string; effective_on: string })[] {
    const tables = this.#tables
    if (!tables) return []
    return this.#compiled.flatMap(({ carrier, country, effective_on }) => {
      const before: RateTables = { ...tables, today: effective_on }
      const after: RateTables = { ...before, tariffs: withTariffs(tables.tariffs, this.#compiled) }
      return lostPrices(country, before, after).map((lost) => ({ ...lost, carrier, effective_on }))
    })
  }

  #faultsOfKey(row: number, { carrier, country, currency, effective_on }: TariffKey): CodedFault[] {
    const faults: CodedFault[] = []
    const add = (column: string, code: string, message: string) => faults.push({ row, column, code, message })
    const wanted = this.#known.markets.get(country)
    if (!this.#known.carriers?.has(carrier)) add('carrier', 'not_found', 'is not the code of a carrier; create the carrier first')
    if (wanted === undefined) add('country', 'not_found', 'is not the country of a market; create the market first')
    else if (currency !== wanted) add('currency', 'currency', `must be ${wanted}, the currency of the market ${country}`)
    const fault = currency === wanted ? currencyFault(currency) : null
    if (fault) add('currency', 'currency', fault)
    if (!isDate(effective_on)) add('effective_on', 'date', 'is not a valid date, such as 2027-01-31')
    return faults
  }
}

/** Merges the tariffs of a file into the existing ones. A tariff of the file replaces an existing tariff of the same day. */
const withTariffs = (tariffs: RateTables['tariffs'], added: readonly Tariff[]): NonNullable<RateTables['tariffs']> => {
  const all = new Map([...(tariffs ?? [])].map(([country, byCarrier]) => [country, new Map(byCarrier)]))
  for (const tariff of added) {
    const byCarrier = all.get(tariff.country) ?? new Map<string, readonly Tariff[]>()
    const others = (byCarrier.get(tariff.carrier) ?? []).filter(({ effective_on }) => effective_on !== tariff.effective_on)
    byCarrier.set(
      tariff.carrier,
      [...others, tariff].sort((a, b) => (a.effective_on < b.effective_on ? 1 : -1)),
    )
    all.set(tariff.country, byCarrier)
  }
  return all
}

const faultsOfCells = (row: number, kind: TariffKind, country: string, cell: (column: Cell) => string): CodedFault[] => {
  const cells = (CELLS_OF as Partial<typeof CELLS_OF>)[kind]
  if (!cells) return [{ row, column: 'kind', code: 'choice', message: `is not one of ${TARIFF_KINDS.join(', ')}` }]
  return CELLS.flatMap((column): CodedFault[] => {
    const text = cell(column)
    const isOwn = cells.includes(column)
    if (text === '') {
      const isMissing = isOwn && !(kind === 'size' && column === 'cents')
      return isMissing ? [{ row, column, code: 'required', message: `is required in a row of the kind "${kind}"` }] : []
    }
    if (!isOwn) return [{ row, column, code: 'unexpected', message: `must be empty in a row of the kind "${kind}"` }]
    const found = CHECKS[column](text, kind, country)
    return found ? [{ row, column, code: found[0], message: found[1] }] : []
  })
}

const rowOf = (kind: TariffKind, cell: (column: Cell) => string): TariffRow => {
  const text = (column: Cell): string | null => cell(column) || null
  const amount = (column: Cell): number | null => (cell(column) === '' ? null : Number(cell(column)))
  const [cents, percent] = [amount('cents'), amount('percent')]
  return {
    kind,
    service_level: text('service_level') as ServiceLevel | null,
    measure: text('measure') as Measure | null,
    zone: amount('zone'),
    from: text('from'),
    to: text('to'),
    value: amount('value'),
    cents: cents === null ? null : fromMinorUnits(cents),
    percent: percent === null ? null : Math.round((percent * WHOLE) / 100),
  }
}

/** Writes the rows of a tariff as a file that can be imported again. */
export const tariffCsv = (key: TariffKey, rows: readonly TariffRow[]): string => {
  const lines = rows.map((row) => {
    const cells = { ...row, ...key, percent: row.percent === null ? null : (row.percent * 100) / WHOLE }
    return TARIFF_COLUMNS.map((column) => cells[column] ?? '').join(',')
  })
  return [TARIFF_COLUMNS.join(','), ...lines, ''].join('\r\n')
}
