import type { Verdict } from '../domain/carrier-invoice.ts'
import type { InvoiceRow, LineRow, VerdictTotal } from './model.ts'

const NONE: VerdictTotal = { lines: 0, open_lines: 0, billed_cents: 0, difference_cents: 0 }

/** Adds a line to the sums of its invoice; `sign` -1 takes it away. */
const count = (invoice: InvoiceRow, line: LineRow, sign: 1 | -1): InvoiceRow => {
  const { verdict, state, amount_cents, expected_cents, difference_cents, agreed_cents } = line
  const open = state === 'open' ? sign : 0
  const total = invoice.verdicts[verdict] ?? NONE
  const changed: VerdictTotal = {
    lines: total.lines + sign,
    open_lines: total.open_lines + open,
    billed_cents: total.billed_cents + sign * amount_cents,
    difference_cents: total.difference_cents + sign * difference_cents,
  }
  const verdicts: Partial<Record<Verdict, VerdictTotal>> = { ...invoice.verdicts, [verdict]: changed }
  if (changed.lines === 0) delete verdicts[verdict]
  return {
    ...invoice,
    verdicts,
    open_lines: invoice.open_lines + open,
    expected_cents: invoice.expected_cents + sign * expected_cents,
    agreed_cents: invoice.agreed_cents + sign * (agreed_cents ?? 0),
    open_cents: invoice.open_cents + open * amount_cents,
    disputed_cents: invoice.disputed_cents + (state === 'disputed' ? sign * difference_cents : 0),
    credited_cents: invoice.credited_cents + (state === 'credited' ? sign * difference_cents : 0),
  }
}

/** The invoice after some of its lines have changed. */
export const retotal = (invoice: InvoiceRow, before: readonly LineRow[], after: readonly LineRow[]): InvoiceRow => {
  let summed: InvoiceRow = { ...invoice, version: invoice.version + 1 }
  for (const line of before) summed = count(summed, line, -1)
  for (const line of after) summed = count(summed, line, 1)
  return summed
}
