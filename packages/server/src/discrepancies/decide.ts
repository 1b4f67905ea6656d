// What follows from a parcel that measures otherwise than it was declared. Contract §10.
import * as event from '../events/build.ts'
import type { EventDraft } from '../events/record.ts'
import { type ParcelInput, parcelFrom } from '../platform/parcels.ts'
import { charge } from '../shipments/correction.ts'
import { type Effects, type Env, effects } from '../shipments/effects.ts'
import type { Shipment } from '../shipments/model.ts'
import type { DiscrepancyRow, Stage } from './model.ts'

export interface DiscrepancyInput {
  stage: Stage
  /** As recorded when absent; a measure that is absent is as recorded. */
  declared?: ParcelInput
  /** A measure that is absent is as declared. */
  observed: ParcelInput
  chargeable: boolean
  store_id?: string
}

/**
 * Records a discrepancy, in any status of the shipment. A chargeable one always makes an adjustment, of the cents by which re-rating the
 * parcel as observed differs from the parcel as recorded: 0 when another measurement has charged it already. `declared` is what is told;
 * it is no basis of the charge. Fires discrepancy_reported, then adjusted when chargeable.
 */
export const decideDiscrepancy = (
  shipment: Shipment,
  input: DiscrepancyInput,
  env: Env,
): { discrepancy: DiscrepancyRow; effects: Effects } => {
  const declared = parcelFrom(input.declared ?? {}, shipment.parcel)
  const observed = parcelFrom(input.observed, declared)
  const charged = input.chargeable ? charge(shipment, observed, 'discrepancy', env) : null
  const discrepancy: DiscrepancyRow = {
    id: env.ids.next('discrepancy'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    stage: input.stage,
    declared,
    observed,
    chargeable: input.chargeable,
    adjustment_id: charged?.adjustment.id ?? null,
    store_id: input.store_id ?? null,
    created_at: env.now,
  }
  const events: EventDraft[] = [event.discrepancyReported(shipment, discrepancy, env.actor)]
  if (charged) events.push(event.adjusted(charged.shipment, charged.adjustment, env.actor))
  const adjustments = charged ? [charged.adjustment] : []
  return { discrepancy, effects: effects(shipment, charged?.shipment ?? shipment, env, { events, adjustments }) }
}
