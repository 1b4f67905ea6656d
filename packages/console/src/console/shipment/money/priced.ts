import type { Adjustment, Discrepancy, Parcel } from '@backhaul/client'

type Measured = Pick<Adjustment, 'source' | 'original_weight' | 'created_at'>

/** The parcel as its price was agreed: before anybody measured it. What was measured since is in the adjustments. */
export const pricedParcel = (
  parcel: Parcel,
  adjustments: readonly Measured[],
  discrepancies: readonly Pick<Discrepancy, 'declared' | 'created_at'>[],
): Parcel => {
  const befores = [
    ...discrepancies.map(({ declared, created_at }) => ({ before: declared, at: created_at })),
    ...adjustments.flatMap(({ source, original_weight, created_at }) =>
      source === 'manual' || original_weight === null ? [] : [{ before: { ...parcel, weight: original_weight }, at: created_at }],
    ),
  ]
  // A discrepancy comes first, as it knows the size too; its adjustment is of the same moment.
  return (
    befores.reduce<(typeof befores)[number] | null>((first, one) => (first && first.at <= one.at ? first : one), null)?.before ?? parcel
  )
}
