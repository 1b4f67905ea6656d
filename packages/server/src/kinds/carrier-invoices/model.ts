import type { Charge, InvoiceLineState, Unowed, Verdict } from '@backhaul/core/carrier-invoice.ts'
import type { Money } from '@backhaul/core/money.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { PriceLine } from '@backhaul/core/tariff.ts'

/** The lines of an invoice that have one verdict. */
export interface VerdictTotal {
  lines: number
  open_lines: number
  billed_cents: Money
  difference_cents: Money
}

export interface InvoiceRow extends Row<'carrier_invoices'> {
  verdicts: Partial<Record<Verdict, VerdictTotal>>
}

/** `undecided`: some line is undecided. `open`: some line is undecided or disputed. `settled`: neither. */
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
  /** The amount that has been paid or, as far as is known, will be paid. */
  stands_cents: Money
}

/** The facts behind the verdict of a line. They name no person. */
export interface Evidence {
  status: string
  carrier: string | null
  currency: string
  price_cents: Money
  /** Null if the price differs from the carrier's table of that day. Then only the total is known. */
  price_lines: PriceLine[] | null
  correction_cents: Money
  /** The newest adjustments, at most MAX_SHOWN. */
  adjustments: ShownAdjustment[]
  /** Earlier charges for the parcel: the newest, at most MAX_SHOWN. */
  earlier: ShownLine[]
}

export interface LineRow extends Row<'carrier_invoice_lines'> {
  charge: Charge
  verdict: Verdict
  reason: Unowed | null
  state: InvoiceLineState
  evidence: Evidence | null
}

export const MAX_SHOWN = 20

/** Maximum number of lines that one request decides or rechecks. */
export const MAX_LINES = 500

/** Maximum number of lines with the same number in a file. All lines of a parcel are reconciled together. */
export const MAX_PER_NUMBER = 100

/** Maximum number of invoices in one file. */
export const MAX_INVOICES = 1_000
