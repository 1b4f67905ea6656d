import type { Adjustment, Shipment } from '@backhaul/client'
import { add } from '../../shared/money.ts'

type Total = Pick<Shipment, 'amount' | 'currency'>

/**
 * Returns the total of a price and its adjustments by currency, with the price's currency first. An amendment or redirect may have changed
 * the currency of a price, and amounts in different currencies are not added up. An adjustment whose dispute was upheld does not count.
 */
export const totalsOf = (
  { amount, currency }: Total,
  adjustments: readonly Pick<Adjustment, 'delta_amount' | 'currency' | 'dispute_status'>[],
): Total[] => {
  const totals = new Map([[currency, amount]])
  for (const { delta_amount, currency: of, dispute_status } of adjustments) {
    const total = totals.get(of)
    if (dispute_status !== 'upheld') totals.set(of, total === undefined ? delta_amount : add(total, delta_amount))
  }
  return [...totals].map(([currency, amount]) => ({ currency, amount }))
}
