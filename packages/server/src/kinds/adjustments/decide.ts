// Manual price corrections, disputes of any correction, and the resolution of disputes (docs/guide/money.md#disputes).

import type { AdjustmentRow, DisputeOutcome } from '@backhaul/core/adjustment.ts'
import type { DecisionContext } from '@backhaul/core/effects.ts'
import * as moneyEvent from '@backhaul/core/events/build-money.ts'
import type { EventDraft } from '@backhaul/core/events/catalog.ts'
import { add, codedText, isNegative, isPositive, type Money, toMinorUnits } from '@backhaul/core/money.ts'
import { round3 } from '@backhaul/core/parcel.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Static } from 'typebox'
import type { AdjustmentCreate } from './schema.ts'

export type AdjustInput = Omit<Static<typeof AdjustmentCreate>, 'shipment_id'>

const pounds = (weight: number | undefined): number | null => (weight === undefined ? null : Math.max(round3(weight), 0.001))

/** Adjusts a price by hand, in any status of the shipment, because costs may become known late. Fires shipment.adjusted. */
export const decideAdjust = (
  shipment: Shipment,
  input: AdjustInput,
  env: DecisionContext,
): { adjustment: AdjustmentRow; events: EventDraft[] } => {
  const adjustment: AdjustmentRow = {
    id: env.ids.next('adjustment'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    delta_amount: input.delta_amount,
    currency: shipment.currency,
    reason: input.reason,
    original_weight: pounds(input.original_weight),
    new_weight: pounds(input.new_weight),
    dispute_status: null,
    dispute_reason: null,
    source: 'manual',
    disputed_at: null,
    resolved_at: null,
    created_at: env.now,
    version: 1,
  }
  return { adjustment, events: [moneyEvent.adjusted(shipment, adjustment, env.actor)] }
}

/**
 * Checks that the price of a shipment covers a credit (a negative `delta_amount`), for operators who require that (ADR 34).
 * `adjusted`: the sum of its adjustments so far, in cents. Errors: `negative_total`.
 */
export const checkCredit = ({ amount, currency }: Shipment, adjusted: Money, delta_amount: Money): Refusal | null => {
  const total = add(amount, adjusted)
  if (!isNegative(add(total, delta_amount))) return null
  const units = toMinorUnits(total)
  const remedy = isPositive(total) ? `credit at most ${units}` : 'no further credit is possible'
  return refuse('negative_total', `With its adjustments, the shipment costs ${units} (${codedText(total, currency)}); ${remedy}.`, {
    total,
    delta_amount,
    currency,
  })
}

/** Disputes an adjustment, which is possible only once. Errors: `adjustment_already_disputed`, even after the dispute was resolved. */
export const decideDispute = (
  adjustment: AdjustmentRow,
  shipment: Shipment,
  reason: string,
  env: DecisionContext,
): { adjustment: AdjustmentRow; events: EventDraft[] } | Refusal => {
  const { dispute_status } = adjustment
  if (dispute_status !== null) {
    return refuse(
      'adjustment_already_disputed',
      `The adjustment was already disputed (the dispute is ${dispute_status}); an adjustment can be disputed only once.`,
      {
        dispute_status,
      },
    )
  }
  const disputed: AdjustmentRow = {
    ...adjustment,
    dispute_status: 'open',
    dispute_reason: reason,
    disputed_at: env.now,
    version: adjustment.version + 1,
  }
  return { adjustment: disputed, events: [moneyEvent.disputed(shipment, disputed, env.actor)] }
}

/**
 * Ends an open dispute: `upheld` agrees with the partner, `rejected` with the charge. The adjustment itself does not change; its
 * dispute_status says whether the charge still counts. Fires no event. Errors: `adjustment_not_disputed`.
 */
export const decideResolve = (adjustment: AdjustmentRow, outcome: DisputeOutcome, now: string): AdjustmentRow | Refusal => {
  const { dispute_status } = adjustment
  if (dispute_status !== 'open') {
    const state = dispute_status === null ? 'was never disputed' : `has a dispute that is already resolved (${dispute_status})`
    return refuse('adjustment_not_disputed', `The adjustment ${state}; only an open dispute can be resolved.`, { dispute_status })
  }
  return { ...adjustment, dispute_status: outcome, resolved_at: now, version: adjustment.version + 1 }
}
