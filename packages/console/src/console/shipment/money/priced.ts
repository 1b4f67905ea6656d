import type { Adjustment, Discrepancy, Parcel } from '@backhaul/client'

type Measured = Pick<Adjustment, 'source' | 'original_weight' | 'created_at'>

/** Returns the parcel as declared when its price was agreed, before any measurement. Adjustments hold the later measurements. */
export const pricedParcel = (
  parcel: Parcel,
  adjustments: readonly Measured[],
  discrepancies: readonly Pick<Discrepancy, 'declared' | 'created_at'>[],
): Parcel => {
  const earlierPrices = [
    ...discrepancies.map(({ declared, created_at }) => ({ before: declared, at: created_at })),
    ...adjustments.flatMap(({ source, original_weight, created_at }) =>
      source === 'manual' || original_weight === null ? [] : [{ before: { ...parcel, weight: original_weight }, at: created_at }],
    ),
  ]
  // A discrepancy and its adjustment have the same time. The discrepancy comes first, because the adjustment does not contain the parcel's
  // size.
  return (
    earlierPrices.reduce<(typeof earlierPrices)[number] | null>((first, one) => (first && first.at <= one.at ? first : one), null)
      ?.before ?? parcel
  )
}
