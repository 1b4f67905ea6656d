import type { Tender } from '@backhaul/client'

/** Returns how a carrier's count differs from the announced number, or null if the carrier has not counted yet. */
export const differenceOf = ({
  discrepancy,
  piece_count_received,
}: Pick<Tender, 'discrepancy' | 'piece_count_received'>): string | null => {
  if (discrepancy) return `${discrepancy.type} by ${Math.abs(discrepancy.delta)}`
  return piece_count_received === null ? null : 'as announced'
}
