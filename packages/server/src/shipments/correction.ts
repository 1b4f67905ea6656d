import type { AdjustmentRow } from '../adjustments/model.ts'
import { sameParcel } from '../platform/parcels.ts'
import { correctionCents } from '../rating/rate.ts'
import type { Env } from './effects.ts'
import type { Parcel, Shipment } from './model.ts'

interface Correction {
  shipment: Shipment
  adjustment: AdjustmentRow
}

/**
 * Charges a parcel as observed: the adjustment that re-rating it comes to (0 cents when it is as recorded), and the shipment with the
 * parcel as observed. The record moves on so that the next measurement charges its own difference only, and so that a carrier is chosen
 * for the parcel that there is. `amount` stays the price agreed; adjustments stand beside it. Contract §10.
 */
export const charge = (shipment: Shipment, observed: Parcel, source: 'counter' | 'discrepancy', env: Env): Correction => {
  const isSame = sameParcel(shipment.parcel, observed)
  const facts = { ...shipment, from: shipment.from_address, to: shipment.to_address }
  const adjustment: AdjustmentRow = {
    id: env.ids.next('adjustment'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    delta_amount: correctionCents(facts, observed, env.rates),
    currency: shipment.currency,
    reason: !isSame && shipment.parcel.weight === observed.weight ? 'dimension' : 'reweigh',
    original_weight: shipment.parcel.weight,
    new_weight: observed.weight,
    dispute_status: null,
    dispute_reason: null,
    source,
    disputed_at: null,
    resolved_at: null,
    created_at: env.now,
    version: 1,
  }
  return { shipment: isSame ? shipment : { ...shipment, parcel: observed }, adjustment }
}

/** What follows from a counter's scales: null when the parcel is as recorded. */
export const correct = (shipment: Shipment, observed: Parcel, env: Env): Correction | null =>
  sameParcel(shipment.parcel, observed) ? null : charge(shipment, observed, 'counter', env)
