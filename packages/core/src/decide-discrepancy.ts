// Handles a parcel that differs from its shipment (docs/guide/money.md#discrepancies).

import { chargeDifference } from './correction.ts'
import type { DiscrepancyRow, Stage } from './discrepancy.ts'
import { type DecisionContext, type Effects, effects } from './effects.ts'
import * as moneyEvent from './events/build-money.ts'
import type { EventDraft } from './events/catalog.ts'
import { type ParcelInput, parcelFrom } from './parcel.ts'
import type { Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'

export interface DiscrepancyInput {
  stage: Stage
  /** Missing measures are taken from the recorded parcel, and so is the whole parcel if this field is absent. */
  declared?: ParcelInput
  /** Missing measures are taken from the declared parcel. */
  observed: ParcelInput
  chargeable: boolean
  store_id?: string
}

/**
 * Records a discrepancy, in any status of the shipment. A chargeable discrepancy always creates an adjustment for the difference between
 * the observed and the recorded parcel. The adjustment is 0 if another measurement has already charged the difference. `declared` is only
 * reported and does not affect the charge. Fires discrepancy_reported, then adjusted if chargeable.
 */
export const decideDiscrepancy = (
  shipment: Shipment,
  input: DiscrepancyInput,
  env: DecisionContext,
): { discrepancy: DiscrepancyRow; effects: Effects } => {
  const declared = parcelFrom(input.declared ?? {}, shipment.parcel)
  const observed = parcelFrom(input.observed, declared)
  const charged = input.chargeable ? chargeDifference(shipment, observed, 'discrepancy', env) : null
  const discrepancy: DiscrepancyRow = {
    id: env.ids.next('discrepancy'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    stage: input.stage,
    reason: null,
    declared,
    observed,
    chargeable: input.chargeable,
    adjustment_id: charged?.adjustment.id ?? null,
    store_id: input.store_id ?? null,
    created_at: env.now,
  }
  const events: EventDraft[] = [moneyEvent.discrepancyReported(shipment, discrepancy, env.actor)]
  if (charged) events.push(moneyEvent.adjusted(charged.shipment, charged.adjustment, env.actor))
  const adjustments = charged ? [charged.adjustment] : []
  return { discrepancy, effects: effects(shipment, charged?.shipment ?? shipment, env, { events, adjustments }) }
}

/** Kinds of scans that are made before a parcel reaches its first facility. */
const BEFORE_SORTING: readonly ScanKind[] = ['walk-in', 'accept', 'collect', 'custody']

/**
 * Opens a discrepancy for a scan that arrives after its shipment ended but shows that the network had the parcel. Charges nothing. A
 * counter's measurements are reported as observed. Fires discrepancy_reported.
 */
export const lateCustody = (
  shipment: Shipment,
  kind: ScanKind,
  { observed, store_id }: { observed: ParcelInput; store_id: string | null },
  env: DecisionContext,
): { discrepancy: DiscrepancyRow; event: EventDraft } => {
  const discrepancy: DiscrepancyRow = {
    id: env.ids.next('discrepancy'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    stage: BEFORE_SORTING.includes(kind) ? 'dropoff' : 'sort',
    reason: 'late_custody',
    declared: shipment.parcel,
    observed: parcelFrom(observed, shipment.parcel),
    chargeable: false,
    adjustment_id: null,
    store_id,
    created_at: env.now,
  }
  return { discrepancy, event: moneyEvent.discrepancyReported(shipment, discrepancy, env.actor) }
}
