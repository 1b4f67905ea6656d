// What a carrier charges for a parcel, line by line, against what is owed to it: the parcel's price and what was adjusted of it. Pure
// (docs/operating/money.md#invoices-of-carriers).
import { add, compare, isPositive, isZero, least, type Money, negate, subtract, toMinorUnits, ZERO } from './money.ts'
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
export const isDisputable = ({ difference_cents }: { difference_cents: Money }): boolean => isPositive(difference_cents)

/** Why nothing is owed for a line. */
export const UNOWED = ['unknown_number', 'several_shipments', 'other_carrier', 'other_currency', 'not_sent'] as const
export type Unowed = (typeof UNOWED)[number]

/** What is owed for a parcel, in cents. */
export interface Owed {
  price: Money
  /** Of which lines the price consists; null: only the whole is known. */
  lines: readonly Pick<PriceLine, 'code' | 'cents'>[] | null
  /** Sum of its adjustments, signed. */
  correction: Money
}

export const NOTHING_OWED: Owed = { price: ZERO, lines: null, correction: ZERO }

/** A line of an invoice that is to be judged. */
export interface ChargedLine {
  id: string
  charge: Charge
  amount_cents: Money
}

/** One that came before: on another invoice, or decided on this one. */
export interface EarlierLine extends ChargedLine {
  /** What of it is paid, or will be as far as is known. */
  stands_cents: Money
}

export interface Judged {
  id: string
  verdict: Exclude<Verdict, 'unknown'>
  /** What is owed for it; with the difference it is the amount. */
  expected_cents: Money
  difference_cents: Money
  /** The line that said the same before. */
  doubled_of: string | null
}

const addTo = (sums: Map<string, Money>, name: string, cents: Money): void => {
  sums.set(name, add(sums.get(name) ?? ZERO, cents))
}

/** What is owed, by what lines charge for. A price that any line charges as a whole is compared as a whole. */
const owedBy = (owed: Owed, all: readonly ChargedLine[]) => {
  const lines = all.some(({ charge }) => charge === 'price') ? null : owed.lines
  const nameOf = (charge: Charge): string => (charge === 'correction' || lines ? charge : 'price')
  const sums = new Map<string, Money>([['correction', owed.correction]])
  for (const { code, cents } of lines ?? [{ code: 'price', cents: owed.price }]) addTo(sums, code, cents)
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
  const keyOf = ({ charge, amount_cents }: ChargedLine): string => `${charge} ${toMinorUnits(amount_cents)}`
  for (const line of earlier) {
    addTo(left, nameOf(line.charge), negate(line.stands_cents))
    if (!said.has(keyOf(line))) said.set(keyOf(line), line.id)
  }
  /** By what they charge for: the line that carries the difference. */
  const carrying = new Map<string, string>()
  const doubled_of = new Map<string, string>()
  for (const line of lines) {
    const name = nameOf(line.charge)
    const same = said.get(keyOf(line))
    if (same !== undefined && isPositive(line.amount_cents) && compare(left.get(name) ?? ZERO, line.amount_cents) < 0) {
      doubled_of.set(line.id, same)
      continue
    }
    addTo(left, name, negate(line.amount_cents))
    carrying.set(name, line.id)
    if (same === undefined) said.set(keyOf(line), line.id)
  }
  const differences = new Map([...carrying].map(([name, id]) => [id, negate(left.get(name) ?? ZERO)]))
  const onMain = carrying.get(main)
  if (onMain !== undefined) for (const [name, cents] of left) if (!carrying.has(name)) addTo(differences, onMain, negate(cents))
  return lines.map(({ id, amount_cents }): Judged => {
    const same = doubled_of.get(id)
    if (same !== undefined) return { id, verdict: 'doubled', expected_cents: ZERO, difference_cents: amount_cents, doubled_of: same }
    const difference_cents = differences.get(id) ?? ZERO
    const verdict = isZero(difference_cents) ? 'matched' : isPositive(difference_cents) ? 'over' : 'under'
    return { id, verdict, expected_cents: subtract(amount_cents, difference_cents), difference_cents, doubled_of: null }
  })
}

/** What of a line is paid in each state; null: nobody has decided. */
export const agreedCents = (state: InvoiceLineState, { amount_cents, expected_cents }: { amount_cents: Money; expected_cents: Money }) => {
  if (state === 'open') return null
  return state === 'approved' || state === 'rejected' ? amount_cents : expected_cents
}

/** What is paid of a line as far as is known: of one that nobody has decided, no more than is owed for it. */
export const standsCents = (state: InvoiceLineState, line: { amount_cents: Money; expected_cents: Money }): Money =>
  agreedCents(state, line) ?? least(line.amount_cents, line.expected_cents)
