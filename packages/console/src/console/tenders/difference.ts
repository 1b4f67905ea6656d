import type { Tender } from '@backhaul/client'

/** How a carrier's count differs from what was announced; null while it has not counted. */
export const differenceOf = ({
  discrepancy,
  piece_count_received,
}: Pick<Tender, 'discrepancy' | 'piece_count_received'>): string | null => {
  if (discrepancy) return `${discrepancy.type} by ${Math.abs(discrepancy.delta)}`
  return piece_count_received === null ? null : 'as announced'
}
