import type { LostPrice } from '@backhaul/core/lost-prices.ts'
import type { Row } from '@backhaul/core/tables.ts'

/** Kinds of file that are imported completely or not at all. */
export const FILE_KINDS = ['stores', 'rates', 'tariffs'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/**
 * Invoices belong to one carrier, and each invoice is also imported completely or not at all. A report contains facts, so each of its lines
 * is applied or refused on its own.
 */
export const KINDS = [...FILE_KINDS, 'carrier-invoice', 'carrier-report'] as const
export type Kind = (typeof KINDS)[number]
export type WholeKind = Exclude<Kind, 'carrier-report'>

/** `checking` and `applying` are in progress. Rows were applied only in the state `done`. */
export const STATES = ['checking', 'applying', 'done', 'refused', 'interrupted'] as const
export type State = (typeof STATES)[number]

/** Maximum number of errors, and of warnings, that are listed for a file. All of them are counted. */
export const MAX_LISTED = 1_000

/** Maximum number of rows in a file. An import whose request waits for the result has the same maximum. */
export const MAX_ROWS = 100_000

/** Number of days for which an import is kept after it has ended. */
export const RETENTION_DAYS = 30

/** Maximum number of attempts at an import whose process is killed each time. */
export const MAX_TRIES = 5

export interface Fault {
  row: number
  /** The column. Empty if the fault concerns the whole row. */
  field: string
  code: string
  message: string
}

/** Shipments that lose their price because of one tariff in the file. */
export type LostPriceOfTariff = LostPrice & { carrier: string; effective_on: string }

export interface ImportRow extends Row<'imports'> {
  kind: Kind
  state: State
  errors: Fault[]
  /** Rows that were applied but should be reviewed, with the reason. */
  warnings: Fault[]
  lost_prices: LostPriceOfTariff[]
}

/** An import without its errors and warnings, as shown in lists. */
export type ListedRow = Omit<ImportRow, 'errors' | 'warnings' | 'lost_prices'>
