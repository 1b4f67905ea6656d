import type { Verdict } from '@backhaul/core/carrier-invoice.ts'
import { add, subtract, ZERO } from '@backhaul/core/money.ts'
import type { InvoiceRow, LineRow, VerdictTotal } from './model.ts'

const NONE: VerdictTotal = { lines: 0, open_lines: 0, billed_cents: ZERO, difference_cents: ZERO }

/** Adds a line to the sums of its invoice. A `sign` of -1 subtracts the line. */
const count = (invoice: InvoiceRow, line: LineRow, sign: 1 | -1): InvoiceRow => {
  const { verdict, state, amount_cents, expected_cents, difference_cents, agreed_cents } = line
  const sum = sign === 1 ? add : subtract
  const open = state === 'open' ? sign : 0
  const total = invoice.verdicts[verdict] ?? NONE
  const changed: VerdictTotal = {
    lines: total.lines + sign,
    open_lines: total.open_lines + open,
    billed_cents: sum(total.billed_cents, amount_cents),
    difference_cents: sum(total.difference_cents, difference_cents),
  }
  const verdicts: Partial<Record<Verdict, VerdictTotal>> = { ...invoice.verdicts, [verdict]: changed }
  if (changed.lines === 0) delete verdicts[verdict]
  return {
    ...invoice,
    verdicts,
    open_lines: invoice.open_lines + open,
    expected_cents: sum(invoice.expected_cents, expected_cents),
    agreed_cents: sum(invoice.agreed_cents, agreed_cents ?? ZERO),
    open_cents: sum(invoice.open_cents, state === 'open' ? amount_cents : ZERO),
    disputed_cents: sum(invoice.disputed_cents, state === 'disputed' ? difference_cents : ZERO),
    credited_cents: sum(invoice.credited_cents, state === 'credited' ? difference_cents : ZERO),
  }
}

/** Returns the invoice after some of its lines have changed. */
export const retotal = (invoice: InvoiceRow, before: readonly LineRow[], after: readonly LineRow[]): InvoiceRow => {
  let summed: InvoiceRow = { ...invoice, version: invoice.version + 1 }
  for (const line of before) summed = count(summed, line, -1)
  for (const line of after) summed = count(summed, line, 1)
  return summed
}
