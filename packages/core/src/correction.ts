import type { AdjustmentRow } from './adjustment.ts'
import type { DecisionContext } from './effects.ts'
import { add, isZero, type Money, negate, ZERO } from './money.ts'
import { sameParcel } from './parcel.ts'
import { correctionCents, currencyAt } from './rating.ts'
import type { Parcel, Shipment } from './shipment.ts'

interface Remeasured {
  shipment: Shipment
  adjustment: AdjustmentRow
}

const newAdjustment = (
  shipment: Shipment,
  env: DecisionContext,
  facts: Pick<AdjustmentRow, 'delta_amount' | 'currency' | 'reason' | 'original_weight' | 'new_weight' | 'source'>,
): AdjustmentRow => ({
  id: env.ids.next('adjustment'),
  partner_id: shipment.partner_id,
  shipment_id: shipment.id,
  ...facts,
  dispute_status: null,
  dispute_reason: null,
  disputed_at: null,
  resolved_at: null,
  created_at: env.now,
  version: 1,
})

/**
 * Charges a parcel as observed: an adjustment for the re-rated difference (0 cents if the parcel is as recorded), and the shipment with
 * the observed parcel. The record is updated so that the next measurement charges only its own difference, and so that a carrier is chosen
 * for the actual parcel. `amount` stays the agreed price; adjustments are separate from it (docs/guide/money.md#measured-differences).
 */
export const chargeDifference = (
  shipment: Shipment,
  observed: Parcel,
  source: 'counter' | 'discrepancy',
  env: DecisionContext,
): Remeasured => {
  const isSame = sameParcel(shipment.parcel, observed)
  const facts = { ...shipment, from: shipment.from_address, to: shipment.to_address }
  const currency = currencyAt(shipment.to_address, env.rates)
  // Today's prices may be in another currency than that of the shipment: nobody converts their difference.
  const isComparable = currency === null || currency === shipment.currency
  const adjustment = newAdjustment(shipment, env, {
    delta_amount: isComparable ? correctionCents(facts, observed, env.rates) : ZERO,
    currency: shipment.currency,
    reason: !isSame && shipment.parcel.weight === observed.weight ? 'dimension' : 'reweigh',
    original_weight: shipment.parcel.weight,
    new_weight: observed.weight,
    source,
  })
  return { shipment: isSame ? shipment : { ...shipment, parcel: observed }, adjustment }
}

/**
 * A difference in weight alone that the operator's tolerance covers: the larger of so many pounds and of so many percent of the recorded
 * weight. By default nothing does.
 */
const isTolerated = ({ weight, ...sides }: Parcel, observed: Parcel, tolerance: DecisionContext['reweigh_tolerance']): boolean => {
  if (!tolerance || !sameParcel({ ...sides, weight }, { ...observed, weight })) return false
  const allowed = Math.max(tolerance.lb, (weight * tolerance.percent) / 100)
  // In thousandths of a pound, which weights are in: differences of binary fractions are not exact.
  return Math.round(Math.abs(observed.weight - weight) * 1000) <= Math.round(allowed * 1000)
}

/**
 * Charges what a counter's scale measured; null if the parcel is as recorded, or as good as. Then the recorded weight stays, so that small
 * differences cannot add up unseen.
 */
export const remeasure = (shipment: Shipment, observed: Parcel, env: DecisionContext): Remeasured | null =>
  sameParcel(shipment.parcel, observed) || isTolerated(shipment.parcel, observed, env.reweigh_tolerance)
    ? null
    : chargeDifference(shipment, observed, 'counter', env)

/**
 * Reverses what measurements charged before the shipment was re-rated: `amount` is now the full price of the parcel as recorded and already
 * contains those differences. `charged`: its adjustments from measurements; a dispute that was upheld has already reversed its own. One
 * adjustment per currency with a balance (ADR 26).
 */
export const reverseCharges = (
  before: Shipment,
  after: Shipment,
  charged: readonly AdjustmentRow[],
  env: DecisionContext,
): AdjustmentRow[] => {
  const charges = new Map<string, Money>()
  for (const { currency, delta_amount, dispute_status } of charged) {
    if (dispute_status !== 'upheld') charges.set(currency, add(charges.get(currency) ?? ZERO, delta_amount))
  }
  return [...charges]
    .filter(([, cents]) => !isZero(cents))
    .map(([currency, cents]) =>
      newAdjustment(before, env, {
        delta_amount: negate(cents),
        currency,
        reason: 'other',
        original_weight: before.parcel.weight,
        new_weight: after.parcel.weight,
        source: 'discrepancy',
      }),
    )
}
