// Suggests parcels for a number in the inbox. Spreadsheets drop leading zeros, and some programs add them
// (docs/operating/carriers.md#unmatched-scans).
import type { CarrierScanRow } from '@backhaul/core/carrier-scan.ts'
import type { Database } from '../../database/db.ts'
import { findSimilar, type Similar } from './queries.ts'

/** Maximum number of added zeros. Numbers with more leading zeros do not occur. */
const MAX_ZEROS = 8
const BARCODE_DIGITS = 20
const MAX_SUGGESTED = 3

/** Returns the numbers that would become this one if zeros were dropped or added. */
export const withOtherZeros = (number: string): string[] => {
  if (!/^\d+$/.test(number)) return []
  const bare = number.replace(/^0+/, '')
  const filled = Array.from({ length: MAX_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + bare)
  return [...new Set([...filled, bare.padStart(BARCODE_DIGITS, '0')])].filter((one) => one !== number && one !== '')
}

export type Suggesting = CarrierScanRow & { suggestions: Similar[] }

/** Adds suggestions to each scan whose number is unknown. */
export const withSuggestions = async (db: Database, rows: readonly CarrierScanRow[]): Promise<Suggesting[]> => {
  const unknown = rows.filter(({ state, reason }) => state === 'open' && reason === 'unknown_number')
  const spellings = unknown.flatMap(({ id, number }) => withOtherZeros(number).map((one) => [id, one] as const))
  const found = spellings.length === 0 ? [] : await findSimilar(db, spellings, MAX_SUGGESTED)
  return rows.map((row) => ({ ...row, suggestions: found.filter(({ id }) => id === row.id) }))
}
