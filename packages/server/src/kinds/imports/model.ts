import type { LostPrice } from '@backhaul/core/lost-prices.ts'
import type { Row } from '@backhaul/core/tables.ts'

/** What is imported as a whole or not at all. */
export const FILE_KINDS = ['stores', 'rates', 'tariffs'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Invoices are of one carrier, and as a whole, too. Of a report, which is of facts, each line counts by itself. */
export const KINDS = [...FILE_KINDS, 'carrier-invoice', 'carrier-report'] as const
export type Kind = (typeof KINDS)[number]
export type WholeKind = Exclude<Kind, 'carrier-report'>

/** The first two are under way; of the others nothing is in force but of `done`. */
export const STATES = ['checking', 'applying', 'done', 'refused', 'interrupted'] as const
export type State = (typeof STATES)[number]

/** Errors, and warnings, that are listed of a file; all of them are counted. */
export const MAX_LISTED = 1_000

/** Of a file, as for the import that answers when it is done. */
export const MAX_ROWS = 100_000

/** How long an import that has ended is kept. */
export const KEPT_DAYS = 30

/** So often it is begun, if the process that works on it is killed each time. */
export const MAX_TRIES = 5

/** One error in a file. */
export interface Fault {
  row: number
  /** The column; empty if it is about the whole row. */
  field: string
  code: string
  message: string
}

/** Shipments that lose their price by a tariff of the file. */
export type LostPriceOfTariff = LostPrice & { carrier: string; effective_on: string }

export interface ImportRow extends Row<'imports'> {
  kind: Kind
  state: State
  errors: Fault[]
  /** What was applied, and why somebody should look at it. */
  warnings: Fault[]
  lost_prices: LostPriceOfTariff[]
}

/** Without its errors and warnings, as lists show it. */
export type ListedRow = Omit<ImportRow, 'errors' | 'warnings' | 'lost_prices'>
