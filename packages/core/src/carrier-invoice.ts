// Compares a carrier's invoice lines for a parcel with the amount owed: the parcel's price plus its adjustments. Pure functions
// (docs/operating/money.md#invoices-of-carriers).
import { add, compare, isPositive, isZero, least, type Money, negate, subtract, toMinorUnits, ZERO } from './money.ts'
import { LINE_CODES, type PriceLine } from './tariff.ts'

/** What a line charges for: the whole price, one line of the price, or a later correction. */
export const CHARGES = ['price', ...LINE_CODES, 'correction'] as const
export type Charge = (typeof CHARGES)[number]

export const VERDICTS = ['matched', 'over', 'under', 'unknown', 'doubled'] as const
export type Verdict = (typeof VERDICTS)[number]

export const INVOICE_LINE_STATES = ['open', 'approved', 'disputed', 'credited', 'rejected'] as const
export type InvoiceLineState = (typeof INVOICE_LINE_STATES)[number]

export const INVOICE_DECISIONS = ['approve', 'dispute', 'credited', 'rejected', 'reopen'] as const
export type InvoiceDecision = (typeof INVOICE_DECISIONS)[number]

/** States in which each decision is allowed, and the state that it leads to. */
export const INVOICE_WAYS: Readonly<Record<InvoiceDecision, { from: readonly InvoiceLineState[]; to: InvoiceLineState }>> = {
  approve: { from: ['open'], to: 'approved' },
  dispute: { from: ['open'], to: 'disputed' },
  credited: { from: ['disputed'], to: 'credited' },
  rejected: { from: ['disputed'], to: 'rejected' },
  reopen: { from: ['approved', 'disputed', 'credited', 'rejected'], to: 'open' },
}

export const isDisputable = ({ difference_cents }: { difference_cents: Money }): boolean => isPositive(difference_cents)

/** Reasons why nothing is owed for a line. */
export const UNOWED = ['unknown_number', 'several_shipments', 'other_carrier', 'other_currency', 'not_sent'] as const
export type Unowed = (typeof UNOWED)[number]

/** Amounts owed for a parcel, in cents. */
export interface Owed {
  price: Money
  /** The lines of the price. Null: only the total is known. */
  lines: readonly Pick<PriceLine, 'code' | 'cents'>[] | null
  /** Sum of the parcel's adjustments; it may be negative. */
  correction: Money
}

export const NOTHING_OWED: Owed = { price: ZERO, lines: null, correction: ZERO }

/** An invoice line to check. */
export interface ChargedLine {
  id: string
  charge: Charge
  amount_cents: Money
}

/** A line that precedes the checked lines: it is on another invoice, or has already been decided on this one. */
export interface EarlierLine extends ChargedLine {
  /** The part of the line that was or probably will be paid. */
  stands_cents: Money
}

export interface Reconciled {
  id: string
  verdict: Exclude<Verdict, 'unknown'>
  /** The amount owed for the line. The amount of the line is the sum of this amount and the difference. */
  expected_cents: Money
  difference_cents: Money
  /** Id of the earlier line with the same charge and amount, if this line is a duplicate of it. Null: the line is not a duplicate. */
  doubled_of: string | null
}

const addTo = (sums: Map<string, Money>, name: string, cents: Money): void => {
  sums.set(name, add(sums.get(name) ?? ZERO, cents))
}

/** Returns the amounts owed, by charge. If any line charges the whole price, the parts of the price are combined into one amount. */
const owedBy = (owed: Owed, all: readonly ChargedLine[]) => {
  const lines = all.some(({ charge }) => charge === 'price') ? null : owed.lines
  const nameOf = (charge: Charge): string => (charge === 'correction' || lines ? charge : 'price')
  const sums = new Map<string, Money>([['correction', owed.correction]])
  for (const { code, cents } of lines ?? [{ code: 'price', cents: owed.price }]) addTo(sums, code, cents)
  return { sums, nameOf, main: lines ? 'base' : 'price' }
}

/**
 * Checks the lines of one parcel on one invoice, in order. `earlier`: the carrier's other lines for the parcel. A line that repeats another
 * line is a duplicate if the amount still owed does not cover it. If several of the remaining lines have the same charge, the last of them
 * carries the difference. An amount may have no line of its own, for example an adjustment that the carrier included in the price. Such an
 * amount is added to the amount expected for the line of the price. Therefore the expected amounts add up to the amount that was still
 * owed.
 */
export const reconcileLines = (owed: Owed, earlier: readonly EarlierLine[], lines: readonly ChargedLine[]): Reconciled[] => {
  const { sums: left, nameOf, main } = owedBy(owed, [...earlier, ...lines])
  const said = new Map<string, string>()
  const keyOf = ({ charge, amount_cents }: ChargedLine): string => `${charge} ${toMinorUnits(amount_cents)}`
  for (const line of earlier) {
    addTo(left, nameOf(line.charge), negate(line.stands_cents))
    if (!said.has(keyOf(line))) said.set(keyOf(line), line.id)
  }
  /** For each charge, the id of the line that carries the difference. */
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
  return lines.map(({ id, amount_cents }): Reconciled => {
    const same = doubled_of.get(id)
    if (same !== undefined) return { id, verdict: 'doubled', expected_cents: ZERO, difference_cents: amount_cents, doubled_of: same }
    const difference_cents = differences.get(id) ?? ZERO
    const verdict = isZero(difference_cents) ? 'matched' : isPositive(difference_cents) ? 'over' : 'under'
    return { id, verdict, expected_cents: subtract(amount_cents, difference_cents), difference_cents, doubled_of: null }
  })
}

/** Returns the part of a line that is paid, by the line's state. Null: the line is undecided. */
export const agreedCents = (state: InvoiceLineState, { amount_cents, expected_cents }: { amount_cents: Money; expected_cents: Money }) => {
  if (state === 'open') return null
  return state === 'approved' || state === 'rejected' ? amount_cents : expected_cents
}

/**
 * Returns the part of a line that is paid. For an undecided line this is an expectation: the amount of the line, but at most the amount
 * owed.
 */
export const expectedToPayCents = (state: InvoiceLineState, line: { amount_cents: Money; expected_cents: Money }): Money =>
  agreedCents(state, line) ?? least(line.amount_cents, line.expected_cents)
