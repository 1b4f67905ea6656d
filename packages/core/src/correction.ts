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
 * Charges for the parcel as observed. Returns the shipment with the observed parcel, and an adjustment for the difference in price (0 cents
 * if the parcel is as recorded). The observed parcel is recorded for two reasons: the next measurement charges only its own difference, and
 * a carrier is chosen for the actual parcel. `amount` stays the agreed price, separate from the adjustments
 * (docs/guide/money.md#measured-differences).
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
  // The currency of current prices may differ from that of the shipment. Amounts are never converted, so in this case the difference is 0.
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
 * Whether the operator's tolerance covers the difference. Only differences in weight are covered. The tolerance consists of a number of
 * pounds and a percentage of the recorded weight. The larger of the two applies, and both are zero by default.
 */
const isTolerated = ({ weight, ...sides }: Parcel, observed: Parcel, tolerance: DecisionContext['reweigh_tolerance']): boolean => {
  if (!tolerance || !sameParcel({ ...sides, weight }, { ...observed, weight })) return false
  const allowed = Math.max(tolerance.lb, (weight * tolerance.percent) / 100)
  // Compares thousandths of a pound, which is the precision of weights, because subtracting binary fractions is not exact.
  return Math.round(Math.abs(observed.weight - weight) * 1000) <= Math.round(allowed * 1000)
}

/**
 * Charges for the weight that a counter's scale measured. Null: the weight is within the tolerance. The recorded weight then stays, so that
 * many small differences cannot add up unnoticed.
 */
export const remeasure = (shipment: Shipment, observed: Parcel, env: DecisionContext): Remeasured | null =>
  sameParcel(shipment.parcel, observed) || isTolerated(shipment.parcel, observed, env.reweigh_tolerance)
    ? null
    : chargeDifference(shipment, observed, 'counter', env)

/**
 * Reverses the charges from measurements that were made before the shipment was re-rated. `amount` is now the full price of the parcel as
 * recorded, so it already contains these charges. `charged`: the shipment's adjustments from measurements. An adjustment whose dispute was
 * upheld has already been reversed. Creates one adjustment for each currency in which the charges do not add up to 0 (ADR 26).
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
