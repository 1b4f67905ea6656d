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
  { decision: 'credited', letter: 'c', label: 'Carrier credits it', verb: 'Settle as credited:', done: 'settled as credited' },
  { decision: 'rejected', letter: 'r', label: 'Carrier insists', verb: 'Settle as to be paid:', done: 'settled as to be paid' },
  { decision: 'reopen', letter: 'o', label: 'Open again', verb: 'Open again', done: 'opened again' },
]

export const decidableOf = (decision: CarrierInvoiceLineDecision, lines: readonly CarrierInvoiceLine[]): CarrierInvoiceLine[] =>
  lines.filter((line) => INVOICE_WAYS[decision].from.includes(line.state) && (decision !== 'dispute' || isDisputable(line)))

/** Returns a line as it is after a decision, until it is loaded again. */
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
        ? `What is owed is paid, ${owed}. The difference, ${difference}, is not paid until the carrier and you agree.`
        : 'What is owed is paid. The difference is not paid until the carrier and you agree.'
    case 'credited':
      return `The carrier gave in: ${difference} is not paid.`
    case 'rejected':
      return `The carrier did not give in: paid as charged, ${amount}.`
    case 'reopen':
      return 'As if nobody had decided.'
  }
}
