// Checks one line of a report: what happened to a parcel, when and where (docs/operating/carriers.md#reports-of-carriers).
import { isMangled } from '@backhaul/core/carrier-number.ts'
import { plainNumber, type ReportedFacts } from '@backhaul/core/carrier-scan.ts'
import { COUNTRIES } from '@backhaul/core/countries.ts'
import { withLeadingZeros } from '@backhaul/core/regions.ts'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import type { Fault } from '../imports/model.ts'
import { paddedWarning } from '../network/read-file.ts'
import type { ReadLine } from './adapter.ts'
import { date, type Found, form, number, text } from './cells.ts'

export const REQUIRED = ['number', 'code', 'occurred_at'] as const
export const OPTIONAL = [
  ...['reference', 'facility', 'city', 'state', 'postal_code', 'country'],
  ...['signed_by', 'scheduled_delivery_date'],
] as readonly (keyof ReportedFacts)[]
export const FIELDS: readonly string[] = [...REQUIRED, ...OPTIONAL]
type Field = (typeof REQUIRED)[number] | keyof ReportedFacts

/** The cells of a line. An empty cell is the same as a missing one. */
export type Cells = Readonly<Partial<Record<Field, string>>>

const CHECKS: Record<Field, (value: string) => Found> = {
  number,
  code: text(50),
  occurred_at: form('date-time', 'is not a valid time with its offset from UTC, such as 2026-11-20T09:30:00Z'),
  reference: (value) => (isMangled(value) ? number(value) : text(64)(value)),
  facility: text(50),
  city: text(100),
  state: text(50),
  postal_code: text(20),
  country: (value) => (COUNTRIES.has(value) ? null : ['country', 'is not an ISO 3166-1 alpha-2 code in capitals']),
  signed_by: text(100),
  scheduled_delivery_date: date,
}

/** Reads a line. `kindOf` returns the meaning of the carrier's codes. */
export const readLine = (row: number, cells: Cells, kindOf: (code: string) => ReportedKind | null | undefined): ReadLine => {
  const faults: Fault[] = []
  const add = (field: Field, [code, message]: readonly [string, string]) => faults.push({ row, field, code, message })
  for (const field of FIELDS as Field[]) {
    const value = cells[field]
    if (value) {
      const found = CHECKS[field](value)
      if (found) add(field, found)
    } else if ((REQUIRED as readonly string[]).includes(field)) add(field, ['required', 'is required'])
  }
  const kind = cells.code ? kindOf(cells.code) : null
  if (kind === undefined)
    add('code', ['code_unknown', "is not one of the carrier's codes; add its meaning to the carrier's `codes`, then send the report again"])
  if (faults.length > 0) return { row, faults }
  if (kind === null || kind === undefined) return { row, ignored: true }
  const facts: ReportedFacts = Object.fromEntries(OPTIONAL.flatMap((field) => (cells[field] ? [[field, cells[field]]] : [])))
  if (facts.reference !== undefined) facts.reference = plainNumber(facts.reference)
  const warnings: Fault[] = []
  const { country, state = null, postal_code } = facts
  if (country !== undefined && postal_code !== undefined) {
    const whole = withLeadingZeros({ country, state, postal_code })
    if (whole !== postal_code) {
      const { column: field, ...warning } = paddedWarning(row, postal_code, whole)
      warnings.push({ ...warning, field })
      facts.postal_code = whole
    }
  }
  const occurred_at = new Date(cells.occurred_at as string).toISOString()
  return { row, scan: { number: plainNumber(cells.number as string), code: cells.code as string, kind, occurred_at, facts }, warnings }
}
