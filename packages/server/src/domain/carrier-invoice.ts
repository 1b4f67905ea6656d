// What a carrier charges for a parcel, line by line, against what is owed to it: the parcel's price and what was adjusted of it. Pure
// (docs/operating.md#invoices-of-carriers).
import { LINE_CODES, type PriceLine } from './tariff.ts'

/** What a line charges for: the whole price, one of its lines, or what was corrected of it later. */
export const CHARGES = ['price', ...LINE_CODES, 'correction'] as const
export type Charge = (typeof CHARGES)[number]

export const VERDICTS = ['matched', 'over', 'under', 'unknown', 'doubled'] as const
export type Verdict = (typeof VERDICTS)[number]

export const INVOICE_LINE_STATES = ['open', 'approved', 'disputed', 'credited', 'rejected'] as const
export type InvoiceLineState = (typeof INVOICE_LINE_STATES)[number]

export const INVOICE_DECISIONS = ['approve', 'dispute', 'credited', 'rejected', 'reopen'] as const
export type InvoiceDecision = (typeof INVOICE_DECISIONS)[number]

/** From which states a decision leads to which. */
export const INVOICE_WAYS: Readonly<Record<InvoiceDecision, { from: readonly InvoiceLineState[]; to: InvoiceLineState }>> = {
  approve: { from: ['open'], to: 'approved' },
  dispute: { from: ['open'], to: 'disputed' },
  credited: { from: ['disputed'], to: 'credited' },
  rejected: { from: ['disputed'], to: 'rejected' },
  reopen: { from: ['approved', 'disputed', 'credited', 'rejected'], to: 'open' },
}

/** Whether a line charges more than is owed for it, so that there is something to dispute. */
export const isDisputable = ({ difference_cents }: { difference_cents: number }): boolean => difference_cents > 0

/** Why nothing is owed for a line. */
export const UNOWED = ['unknown_number', 'several_shipments', 'other_carrier', 'other_currency', 'not_sent'] as const
export type Unowed = (typeof UNOWED)[number]

/** What is owed for a parcel, in cents. */
export interface Owed {
  price: number
  /** Of which lines the price consists; null: only the whole is known. */
  lines: readonly Pick<PriceLine, 'code' | 'cents'>[] | null
  /** Sum of its adjustments, signed. */
  correction: number
}

export const NOTHING_OWED: Owed = { price: 0, lines: null, correction: 0 }

/** A line of an invoice that is to be judged. */
export interface ChargedLine {
  id: string
  charge: Charge
  amount_cents: number
}

/** One that came before: on another invoice, or decided on this one. */
export interface EarlierLine extends ChargedLine {
  /** What of it is paid, or will be as far as is known. */
  stands_cents: number
}

export interface Judged {
  id: string
  verdict: Exclude<Verdict, 'unknown'>
  /** What is owed for it; with the difference it is the amount. */
  expected_cents: number
  difference_cents: number
  /** The line that said the same before. */
  doubled_of: string | null
}

const add = (sums: Map<string, number>, name: string, cents: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + cents)
}

/** What is owed, by what lines charge for. A price that any line charges as a whole is compared as a whole. */
const owedBy = (owed: Owed, all: readonly ChargedLine[]) => {
  const lines = all.some(({ charge }) => charge === 'price') ? null : owed.lines
  const nameOf = (charge: Charge): string => (charge === 'correction' || lines ? charge : 'price')
  const sums = new Map<string, number>([['correction', owed.correction]])
  for (const { code, cents } of lines ?? [{ code: 'price', cents: owed.price }]) add(sums, code, cents)
  return { sums, nameOf, main: lines ? 'base' : 'price' }
}

/**
 * Judges the lines of one parcel on one invoice, in their order; `earlier`: all others of the carrier that are about it. A line that repeats
 * another is doubled if nothing is left to pay it from. Of all others of the same charge the last one carries the difference. What no line
 * charges for, such as an adjustment that the carrier took into the price, counts with the line of the price itself, so that the expected
 * amounts add up to what was left to pay.
 */
export const judgeLines = (owed: Owed, earlier: readonly EarlierLine[], lines: readonly ChargedLine[]): Judged[] => {
  const { sums: left, nameOf, main } = owedBy(owed, [...earlier, ...lines])
  const said = new Map<string, string>()
  const keyOf = ({ charge, amount_cents }: ChargedLine): string => `${charge} ${amount_cents}`
  for (const line of earlier) {
    add(left, nameOf(line.charge), -line.stands_cents)
    if (!said.has(keyOf(line))) said.set(keyOf(line), line.id)
  }
  /** By what they charge for: the line that carries the difference. */
  const carrying = new Map<string, string>()
  const doubled_of = new Map<string, string>()
  for (const line of lines) {
    const name = nameOf(line.charge)
    const same = said.get(keyOf(line))
    if (same !== undefined && line.amount_cents > 0 && (left.get(name) ?? 0) < line.amount_cents) {
      doubled_of.set(line.id, same)
      continue
    }
    add(left, name, -line.amount_cents)
    carrying.set(name, line.id)
    if (same === undefined) said.set(keyOf(line), line.id)
  }
  const differences = new Map([...carrying].map(([name, id]) => [id, -(left.get(name) ?? 0)]))
  const onMain = carrying.get(main)
  if (onMain !== undefined) for (const [name, cents] of left) if (!carrying.has(name)) add(differences, onMain, -cents)
  return lines.map(({ id, amount_cents }): Judged => {
    const same = doubled_of.get(id)
    if (same !== undefined) return { id, verdict: 'doubled', expected_cents: 0, difference_cents: amount_cents, doubled_of: same }
    const difference_cents = differences.get(id) || 0
    const verdict = difference_cents === 0 ? 'matched' : difference_cents > 0 ? 'over' : 'under'
    return { id, verdict, expected_cents: amount_cents - difference_cents, difference_cents, doubled_of: null }
  })
}

/** What of a line is paid in each state; null: nobody has decided. */
export const agreedCents = (
  state: InvoiceLineState,
  { amount_cents, expected_cents }: { amount_cents: number; expected_cents: number },
) => {
  if (state === 'open') return null
  return state === 'approved' || state === 'rejected' ? amount_cents : expected_cents
}

/** What is paid of a line as far as is known: of one that nobody has decided, no more than is owed for it. */
export const standsCents = (state: InvoiceLineState, line: { amount_cents: number; expected_cents: number }): number =>
  agreedCents(state, line) ?? Math.min(line.amount_cents, line.expected_cents)
