// Finds the parcel of an invoice line.
import { ZERO } from '@backhaul/core/money.ts'
import type { Called, Numbers } from '../carriers/match.ts'
import type { LineRow } from './model.ts'

type Names = Pick<LineRow, 'number' | 'reference'>

export const calledIn = ({ number, reference }: Names): Called => ({ number, facts: reference === null ? {} : { reference } })

/** Returns the fields of a line before its reconciliation. A line without a parcel keeps these values, because nothing is owed for it. */
export const matchLine = (numbers: Numbers, line: Names & Pick<LineRow, 'amount_cents'>) => {
  const match = numbers.match(calledIn(line))
  const unjudged = {
    verdict: 'unknown',
    doubled_of: null,
    expected_cents: ZERO,
    difference_cents: line.amount_cents,
    evidence: null,
  } as const
  if ('shipment_id' in match) return { ...unjudged, shipment_id: match.shipment_id, reason: null }
  return { ...unjudged, shipment_id: null, reason: match.reason }
}
