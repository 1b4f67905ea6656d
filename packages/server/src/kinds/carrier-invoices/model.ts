import type { Charge, InvoiceLineState, Unowed, Verdict } from '@backhaul/core/carrier-invoice.ts'
import type { Money } from '@backhaul/core/money.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { PriceLine } from '@backhaul/core/tariff.ts'

/** What an invoice has of one verdict. */
export interface VerdictTotal {
  lines: number
  open_lines: number
  billed_cents: Money
  difference_cents: Money
}

export interface InvoiceRow extends Row<'carrier_invoices'> {
  verdicts: Partial<Record<Verdict, VerdictTotal>>
}

/** `undecided`: of some line nobody has decided; `open`: that, or one is disputed; `settled`: neither. */
export const INVOICE_STATES = ['undecided', 'open', 'settled'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export interface ShownAdjustment
  extends Pick<Row<'adjustments'>, 'id' | 'currency' | 'reason' | 'original_weight' | 'new_weight' | 'dispute_status'> {
  delta_cents: Money
}

export interface ShownLine {
  invoice_id: string
  line_id: string
  charge: Charge
  amount_cents: Money
  /** What of it is paid, or will be as far as is known. */
  stands_cents: Money
}

/** What a line was judged by. It names no person. */
export interface Evidence {
  status: string
  carrier: string | null
  currency: string
  price_cents: Money
  /** Null: the price is not what the carrier's table of that day says, so only the whole is known. */
  price_lines: PriceLine[] | null
  correction_cents: Money
  /** The newest, at most MOST_SHOWN. */
  adjustments: ShownAdjustment[]
  /** What was charged for the parcel before: the newest, at most MOST_SHOWN. */
  earlier: ShownLine[]
}

export interface LineRow extends Row<'carrier_invoice_lines'> {
  charge: Charge
  verdict: Verdict
  reason: Unowed | null
  state: InvoiceLineState
  evidence: Evidence | null
}

export const MOST_SHOWN = 20

/** Lines that one request decides or looks at again. */
export const MOST_LINES = 500

/** Of one number in a file: all lines of a parcel are judged together. */
export const MOST_OF_NUMBER = 100

/** Invoices in one file. */
export const MOST_INVOICES = 1_000
