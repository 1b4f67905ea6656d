import type { LostPrice } from '@backhaul/core/lost-prices.ts'
import type { Row } from '@backhaul/core/tables.ts'

/** Kinds of file that are imported completely or not at all. */
export const FILE_KINDS = ['stores', 'rates', 'tariffs'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Invoices belong to one carrier, and are also imported as a whole. A report contains facts, so each of its lines counts by itself. */
export const KINDS = [...FILE_KINDS, 'carrier-invoice', 'carrier-report'] as const
export type Kind = (typeof KINDS)[number]
export type WholeKind = Exclude<Kind, 'carrier-report'>

/** The first two are in progress. Only `done` has applied rows. */
export const STATES = ['checking', 'applying', 'done', 'refused', 'interrupted'] as const
export type State = (typeof STATES)[number]

/** Limit on the listed errors and warnings of a file. All of them are counted. */
export const MAX_LISTED = 1_000

/** Limit on the rows of a file, the same as for an import that answers when it is done. */
export const MAX_ROWS = 100_000

/** Retention of an ended import in days. */
export const KEPT_DAYS = 30

/** Limit on attempts at an import whose process is killed each time. */
export const MAX_TRIES = 5

export interface Fault {
  row: number
  /** The column; empty if the fault concerns the whole row. */
  field: string
  code: string
  message: string
}

/** Shipments that lose their price because of a tariff in the file. */
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
