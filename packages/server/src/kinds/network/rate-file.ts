// Reads a CSV file of rates, one lane per row. The first row names the columns, in any order: carrier, country, service_level, zone,
// base_cents, per_lb_cents, max_weight_lb and, optionally, currency (the currency of the cents). The rows of a carrier and country together
// are the whole card.

import { currencyFault } from '@backhaul/core/currencies.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import type { Market } from '@backhaul/core/rating.ts'
import type { FieldError } from '@backhaul/core/refusal.ts'
import { BodyCheck } from '../../http/validate.ts'
import type { CardRate, RateCard } from './rate-cards.ts'
import { type CodedFault, faultOfCells, faultsOfHeader, parseCsv, type RowFault, type RowReader, uncoded } from './read-file.ts'
import { RateIn } from './schema.ts'

const COLUMNS = ['carrier', 'country', 'service_level', 'zone', 'base_cents', 'per_lb_cents', 'max_weight_lb'] as const
const OPTIONAL = 'currency'
type Column = (typeof COLUMNS)[number] | typeof OPTIONAL

const rate = new BodyCheck(RateIn)
const number = (text: string): number | string => (/^-?\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text)

const faultsOfRate = (row: number, value: object): CodedFault[] => {
  const refusal = rate.check(value)
  const errors = (refusal?.details.errors ?? []) as FieldError[]
  return errors.map(({ path, rule, message }) => ({ row, column: path.slice(1), code: rule, message }))
}

/** The content of a row: a lane of a card. */
export interface LaneRow extends CardRate {
  carrier: string
  country: string
}

/** What a file may refer to: carriers by code, and the currencies of markets by country. */
export interface Known {
  /** Null if other code checks whether the carriers and markets exist. */
  carriers: ReadonlySet<string> | null
  markets: ReadonlyMap<string, string>
}

const faultsOfKeys = (row: number, { carrier, country }: LaneRow, carriers: ReadonlySet<string>, { markets }: Known): CodedFault[] => [
  ...(carriers.has(carrier)
    ? []
    : [{ row, column: 'carrier', code: 'not_found', message: 'is not the code of a carrier; create the carrier first' }]),
  ...(markets.has(country)
    ? []
    : [{ row, column: 'country', code: 'not_found', message: 'is not the country of a market; create the market first' }]),
]

/** Finds what a file may refer to among the current carriers and markets. */
export const knownOf = (
  carriers: readonly Pick<Carrier, 'code'>[] | null,
  markets: readonly Pick<Market, 'country' | 'currency'>[],
): Known => ({
  carriers: carriers && new Set(carriers.map(({ code }) => code)),
  markets: new Map(markets.map(({ country, currency }) => [country, currency])),
})

export class RateRows implements RowReader<LaneRow> {
  readonly faults: readonly CodedFault[]
  readonly #header: readonly string[]
  readonly #known: Known
  /** The row in which each lane was found. */
  readonly #lines = new Map<string, number>()
  /** The currency of each country, with the row that named it first. */
  readonly #currencies = new Map<string, { currency: string; row: number }>()

  constructor(header: readonly string[], row: number, known: Known) {
    this.#header = header
    this.#known = known
    this.faults = faultsOfHeader(row, header, COLUMNS, [...COLUMNS, OPTIONAL])
  }

  read(record: readonly string[], row: number): { value: LaneRow } | { faults: CodedFault[] } {
    if (record.length !== this.#header.length) return { faults: [faultOfCells(row, record.length, this.#header)] }
    const cell = (column: Column): string => record[this.#header.indexOf(column)] as string
    const lane = {
      service_level: cell('service_level'),
      zone: cell('zone'),
      base_cents: number(cell('base_cents')),
      per_lb_cents: number(cell('per_lb_cents')),
      max_weight_lb: number(cell('max_weight_lb')),
    }
    const value = { carrier: cell('carrier'), country: cell('country'), ...lane } as unknown as LaneRow
    const faults = faultsOfRate(row, lane)
    if (this.#known.carriers) faults.push(...faultsOfKeys(row, value, this.#known.carriers, this.#known))
    if (this.#header.includes(OPTIONAL)) faults.push(...this.#faultsOfCurrency(row, value.country, cell(OPTIONAL)))
    const name = `${value.carrier}/${value.country}/${lane.service_level}/${lane.zone}`
    const message = `repeats the price of ${lane.service_level} ${lane.zone}`
    if (this.#lines.has(name)) faults.push({ row, column: 'zone', code: 'duplicate', message })
    else this.#lines.set(name, row)
    return faults.length > 0 ? { faults } : { value }
  }

  /** A market has one currency, and its rates are in that currency. */
  #faultsOfCurrency(row: number, country: string, currency: string): CodedFault[] {
    const fault = (message: string): CodedFault[] => [{ row, column: OPTIONAL, code: 'currency', message }]
    const first = this.#currencies.get(country)
    if (!first) this.#currencies.set(country, { currency, row })
    const wanted = this.#known.markets.get(country)
    if (wanted !== undefined && currency !== wanted) return fault(`must be ${wanted}, the currency of the market ${country}`)
    if (first && first.currency !== currency)
      return fault(`must be the same for all rates of a country, but the currency is ${first.currency} on row ${first.row}`)
    const unknown = currencyFault(currency)
    return unknown === null ? [] : fault(unknown)
  }
}

/** The cards of a file, or all of its faults. */
export const readRateFile = (csv: string, known: Known): { cards: RateCard[] } | { errors: RowFault[] } => {
  const parsed = parseCsv(csv)
  if (!('rows' in parsed)) return { errors: [parsed] }
  const [head, ...rows] = parsed.rows
  const reader = new RateRows(head?.record ?? [], 1, known)
  if (reader.faults.length > 0) return { errors: reader.faults.map(uncoded) }
  if (rows.length === 0) return { errors: [{ row: 1, column: '', message: 'is the only row; add rates below the header' }] }
  const errors: RowFault[] = []
  const cards = new Map<string, RateCard>()
  for (const { record, info } of rows) {
    const read = reader.read(record, info.lines)
    if ('faults' in read) {
      errors.push(...read.faults.map(uncoded))
      continue
    }
    const { carrier, country, ...lane } = read.value
    const card = cards.get(`${carrier}/${country}`) ?? { carrier, country, rates: [] }
    card.rates.push(lane)
    cards.set(`${carrier}/${country}`, card)
  }
  return errors.length > 0 ? { errors } : { cards: [...cards.values()] }
}
