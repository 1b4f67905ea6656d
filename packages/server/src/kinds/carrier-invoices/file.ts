// Reads a CSV file with invoices of one carrier, one charge per row. The first row names the columns, in any order
// (docs/operating/money.md#invoices-of-carriers).

import { CHARGES, type Charge } from '@backhaul/core/carrier-invoice.ts'
import { plainNumber } from '@backhaul/core/carrier-scan.ts'
import { currencyFault } from '@backhaul/core/currencies.ts'
import { fromMinorUnits, MAX_MINOR_UNITS, type Money } from '@backhaul/core/money.ts'
import { date, type Found, number, text } from '../carriers/cells.ts'
import { type CodedFault, faultOfCells, faultsOfHeader, type RowReader } from '../network/read-file.ts'
import { MAX_INVOICES, MAX_PER_NUMBER } from './model.ts'

const REQUIRED = ['invoice', 'number', 'amount_cents', 'currency'] as const
const OPTIONAL = ['issued_on', 'charge', 'reference', 'description', 'weight'] as const
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
export const INVOICE_COLUMNS: readonly Column[] = [...REQUIRED, ...OPTIONAL]

const MAX_POUNDS = 1_000_000

export interface ChargeRow {
  invoice: string
  issued_on: string | null
  currency: string
  /** The line of the file on which the row ends. */
  row: number
  number: string
  reference: string | null
  charge: Charge
  description: string | null
  /** Billed weight in pounds. */
  weight: number | null
  amount_cents: Money
}

const CHECKS: Record<Column, (value: string) => Found> = {
  invoice: text(64),
  number,
  amount_cents: (value) => {
    if (!/^-?\d{1,12}$/.test(value)) return ['number', 'is not a whole number of cents, such as 1295']
    return Math.abs(Number(value)) > MAX_MINOR_UNITS ? ['maximum', `is beyond ${MAX_MINOR_UNITS}`] : null
  },
  currency: (value) => {
    const fault = currencyFault(value)
    return fault === null ? null : ['currency', fault]
  },
  issued_on: date,
  charge: (value) => ((CHARGES as readonly string[]).includes(value) ? null : ['choice', `is not one of ${CHARGES.join(', ')}`]),
  reference: number,
  description: text(200),
  weight: (value) => {
    const isPounds = /^\d{1,7}(\.\d{1,3})?$/.test(value) && Number(value) > 0 && Number(value) <= MAX_POUNDS
    return isPounds ? null : ['number', `is not a weight in pounds above 0 and up to ${MAX_POUNDS}, with at most three decimals`]
  },
}

type Cells = Readonly<Record<Column, string>>

const faultsOfCells = (row: number, cells: Cells): CodedFault[] =>
  INVOICE_COLUMNS.flatMap((column) => {
    const value = cells[column]
    const isRequired = (REQUIRED as readonly string[]).includes(column)
    const found: Found = value ? CHECKS[column](value) : isRequired ? ['required', 'is required'] : null
    return found ? [{ row, column, code: found[0], message: found[1] }] : []
  })

const rowOf = (row: number, cells: Cells): ChargeRow => ({
  invoice: cells.invoice,
  issued_on: cells.issued_on || null,
  currency: cells.currency,
  row,
  number: plainNumber(cells.number),
  reference: cells.reference ? plainNumber(cells.reference) : null,
  charge: (cells.charge || 'price') as Charge,
  description: cells.description || null,
  weight: cells.weight ? Number(cells.weight) : null,
  amount_cents: fromMinorUnits(Number(cells.amount_cents)),
})

export class InvoiceRows implements RowReader<ChargeRow> {
  readonly faults: readonly CodedFault[]
  readonly #at: ReadonlyMap<string, number>
  readonly #header: readonly string[]
  /** Numbers of earlier invoices of the carrier. */
  readonly #known: ReadonlySet<string>
  readonly #invoices = new Map<string, ChargeRow>()
  readonly #ofNumber = new Map<string, number>()

  constructor(header: readonly string[], row: number, known: ReadonlySet<string>) {
    this.#at = new Map(header.map((name, i) => [name, i]))
    this.#header = header
    this.#known = known
    this.faults = faultsOfHeader(row, header, REQUIRED, INVOICE_COLUMNS)
  }

  read(record: readonly string[], row: number): { value: ChargeRow } | { faults: CodedFault[] } {
    if (record.length !== this.#header.length) return { faults: [faultOfCells(row, record.length, this.#header)] }
    const cells = Object.fromEntries(INVOICE_COLUMNS.map((column) => [column, (record[this.#at.get(column) ?? -1] ?? '').trim()])) as Cells
    const faults = faultsOfCells(row, cells)
    if (faults.length > 0) return { faults }
    const value = rowOf(row, cells)
    const fault = this.#faultAmongOthers(value)
    return fault ? { faults: [{ row, ...fault }] } : { value }
  }

  /** A fault that a row has only together with other rows or earlier invoices. */
  #faultAmongOthers(value: ChargeRow): Omit<CodedFault, 'row'> | null {
    const { invoice, currency, issued_on, number: of } = value
    if (this.#known.has(invoice)) {
      const message = 'is the number of an invoice that was imported before; if that invoice is wrong, remove it first'
      return { column: 'invoice', code: 'duplicate', message }
    }
    const count = (this.#ofNumber.get(of) ?? 0) + 1
    this.#ofNumber.set(of, count)
    if (count > MAX_PER_NUMBER) return { column: 'number', code: 'too_many', message: `has more than ${MAX_PER_NUMBER} rows in this file` }
    const first = this.#invoices.get(invoice)
    if (!first) {
      if (this.#invoices.size >= MAX_INVOICES)
        return { column: 'invoice', code: 'too_many', message: `exceeds the limit of ${MAX_INVOICES} invoices in a file; split the file` }
      this.#invoices.set(invoice, value)
      return null
    }
    if (first.currency !== currency)
      return {
        column: 'currency',
        code: 'disagrees',
        message: `must be the same on all rows of an invoice, but is ${first.currency} on row ${first.row}`,
      }
    if (first.issued_on !== issued_on)
      return {
        column: 'issued_on',
        code: 'disagrees',
        message: `must be the same on all rows of an invoice, but is ${first.issued_on ?? 'empty'} on row ${first.row}`,
      }
    return null
  }
}
