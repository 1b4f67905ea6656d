import type { Adjustment, Shipment } from '@backhaul/client'
import { add } from '../../shared/money.ts'

type Total = Pick<Shipment, 'amount' | 'currency'>

/**
 * Returns the total of a price and its adjustments for each currency, beginning with the price's currency. There may be several currencies,
 * because an amendment or redirect may have changed the currency of the price. An adjustment does not count if its dispute was upheld.
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
