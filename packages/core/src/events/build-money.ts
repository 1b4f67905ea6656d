// Events of costs beyond the price, and of claims: adjustments, disputes, discrepancies, claims.
import type { AdjustmentRow } from '../adjustment.ts'
import type { ClaimRow } from '../claim.ts'
import type { DiscrepancyRow } from '../discrepancy.ts'
import type { Parcel, Shipment } from '../shipment.ts'
import { type Actor, onShipment } from './draft.ts'

/** The event always has weights. A manual adjustment may have none. In this case the weight of the parcel is used. */
const reweighing = (shipment: Shipment, { reason, original_weight, new_weight }: AdjustmentRow) => {
  const originalWeight = original_weight ?? shipment.parcel.weight
  return { reason, originalWeight, newWeight: new_weight ?? originalWeight }
}

export const adjusted = (shipment: Shipment, adjustment: AdjustmentRow, actor: Actor) =>
  onShipment('shipment.adjusted', shipment, actor, reweighing(shipment, adjustment), { adjustment: adjustment.id })

/** `adjustment` is already disputed. */
export const disputed = (shipment: Shipment, adjustment: AdjustmentRow, actor: Actor) =>
  onShipment(
    'adjustment.disputed',
    shipment,
    actor,
    { ...reweighing(shipment, adjustment), disputeStatus: 'open', disputeReason: adjustment.dispute_reason as string },
    { adjustment: adjustment.id },
  )

const measures = ({ weight, length, width, height }: Parcel): Parcel => ({ weight, length, width, height })

export const discrepancyReported = (shipment: Shipment, discrepancy: DiscrepancyRow, actor: Actor) =>
  onShipment(
    'shipment.discrepancy_reported',
    shipment,
    actor,
    {
      stage: discrepancy.stage,
      declared: measures(discrepancy.declared),
      observed: measures(discrepancy.observed),
      chargeable: discrepancy.chargeable,
    },
    { discrepancy: discrepancy.id, adjustment: discrepancy.adjustment_id, store: discrepancy.store_id },
    discrepancy.reason === 'late_custody' ? { summary: 'Parcel scanned before its shipment ended, reported afterward' } : {},
  )

export const claimOpened = (shipment: Shipment, claim: ClaimRow, actor: Actor) =>
  onShipment('claim.opened', shipment, actor, { claimType: claim.type, description: claim.description }, { claim: claim.id })
