// The possible decisions about invoice lines, and their effect on the money.
import type { CarrierInvoiceLine, CarrierInvoiceLineDecision } from '@backhaul/client'
import { agreedCents, INVOICE_WAYS, isDisputable } from '@backhaul/core/carrier-invoice.ts'
import { type Money, subtract, sum } from '../../shared/money.ts'
import { moneyText } from '../words.ts'

export interface Way {
  decision: CarrierInvoiceLineDecision
  /** The key that makes the decision. */
  letter: string
  label: string
  /** Used in "Approve 3 lines?" */
  verb: string
  /** The text shown after the decision. */
  done: string
}

export const WAYS: readonly Way[] = [
  { decision: 'approve', letter: 'a', label: 'Approve', verb: 'Approve', done: 'approved' },
  { decision: 'dispute', letter: 'd', label: 'Dispute', verb: 'Dispute', done: 'disputed' },
  { decision: 'credited', letter: 'c', label: 'Mark as credited', verb: 'Mark as credited:', done: 'marked as credited' },
  { decision: 'rejected', letter: 'r', label: 'Mark as rejected', verb: 'Mark as rejected:', done: 'marked as rejected' },
  { decision: 'reopen', letter: 'o', label: 'Reopen', verb: 'Reopen', done: 'reopened' },
]

export const decidableOf = (decision: CarrierInvoiceLineDecision, lines: readonly CarrierInvoiceLine[]): CarrierInvoiceLine[] =>
  lines.filter((line) => INVOICE_WAYS[decision].from.includes(line.state) && (decision !== 'dispute' || isDisputable(line)))

/** Returns the line as it will be after the decision. It is shown until the line is loaded again. */
export const decidedLine = (decision: CarrierInvoiceLineDecision, line: CarrierInvoiceLine): CarrierInvoiceLine => {
  const state = INVOICE_WAYS[decision].to
  return { ...line, state, agreed_cents: agreedCents(state, line) }
}

export interface Sums {
  amount_cents: Money
  difference_cents: Money
}

export const sumsOf = (lines: readonly CarrierInvoiceLine[]): Sums => ({
  amount_cents: sum(lines.map((line) => line.amount_cents)),
  difference_cents: sum(lines.map((line) => line.difference_cents)),
})

/** Describes the effect of a decision, with the amounts if they are known. */
export const effectText = (decision: CarrierInvoiceLineDecision, sums: Sums | null, currency: string): string => {
  const amount = sums && moneyText(sums.amount_cents, currency)
  const difference = sums && moneyText(sums.difference_cents, currency)
  const owed = sums && moneyText(subtract(sums.amount_cents, sums.difference_cents), currency)
  switch (decision) {
    case 'approve':
      return amount ? `Paid as charged: ${amount}.` : 'Paid as charged.'
    case 'dispute':
      return owed
        ? `The amount owed, ${owed}, is paid. The difference, ${difference}, is not paid until you and the carrier agree.`
        : 'The amount owed is paid. The difference is not paid until you and the carrier agree.'
    case 'credited':
      return `The carrier accepted the dispute: ${difference} is not paid.`
    case 'rejected':
      return `The carrier rejected the dispute: paid as charged, ${amount}.`
    case 'reopen':
      return 'The decision is removed, and the lines are undecided again.'
  }
}
