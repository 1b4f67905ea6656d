// The measurements of a parcel, each with its source record.
import type { Adjustment, Discrepancy, Parcel, Shipment } from '@backhaul/client'
import { pricedParcel } from '../shipment/money/priced.ts'

export interface Measured {
  key: string
  words: string
  weight: number
  /** Null if the record has only the weight. */
  size: Parcel | null
  at: string
  /** The name of the source record and the address of its page. */
  source: string
  to: string
}

type Charge = Pick<Adjustment, 'id' | 'source' | 'original_weight' | 'new_weight' | 'created_at'>

/** Returns the declared measurements, then the observed ones in order of observation, then the currently recorded ones. */
export const measuredRows = (
  { id, parcel, created_at, updated_at }: Pick<Shipment, 'id' | 'parcel' | 'created_at' | 'updated_at'>,
  found: readonly Discrepancy[],
  adjustments: readonly Charge[],
): Measured[] => {
  const shipment = `/console/shipments/${id}`
  const declared = pricedParcel(parcel, adjustments, found)
  const observed: Measured[] = found
    .filter(({ reason }) => reason === null)
    .map((one) => ({
      ...{ key: one.id, words: `Observed at ${one.stage === 'dropoff' ? 'drop-off' : one.stage}`, weight: one.observed.weight },
      ...{ size: one.observed, at: one.created_at, source: 'Discrepancy', to: `/console/discrepancies/${one.id}` },
    }))
  const charged = adjustments.flatMap((one): Measured[] => {
    const { original_weight, new_weight } = one
    if (one.source === 'discrepancy' || new_weight === null) return []
    const source = `Charge ${one.source === 'counter' ? 'by a counter' : 'by hand'}${original_weight === null ? '' : `, before: ${original_weight} lb`}`
    const words = one.source === 'counter' ? 'Weighed at a counter' : 'Weight in a charge'
    return [{ key: one.id, words, weight: new_weight, size: null, at: one.created_at, source, to: `/console/disputes/${one.id}` }]
  })
  const since = [...observed, ...charged].sort((a, b) => (a.at < b.at ? -1 : 1))
  const first = declared === parcel ? null : since[0]
  return [
    {
      ...{ key: 'declared', words: 'Declared', weight: declared.weight, size: declared, at: created_at },
      ...(first
        ? { source: `${first.source.replace(/, before.*/, '')}, original value`, to: first.to }
        : { source: 'Shipment', to: shipment }),
    },
    ...since,
    { key: 'recorded', words: 'Recorded now', weight: parcel.weight, size: parcel, at: updated_at, source: 'Shipment', to: shipment },
  ]
}
