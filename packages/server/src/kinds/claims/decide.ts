// The life of a claim: open, then approved or denied, then closed (docs/guide/money.md#claims).

import { CLAIM_MOVES, type ClaimOutcome, type ClaimRow } from '@backhaul/core/claim.ts'
import type { DecisionContext } from '@backhaul/core/effects.ts'
import * as moneyEvent from '@backhaul/core/events/build-money.ts'
import type { EventDraft } from '@backhaul/core/events/catalog.ts'
import { codedText, compare, isZero, type Money, toMinorUnits } from '@backhaul/core/money.ts'
import type { Policy } from '@backhaul/core/policy.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Static } from 'typebox'
import type { ClaimCreate } from './schema.ts'

export type ClaimInput = Omit<Static<typeof ClaimCreate>, 'shipment_id'>

/** Opens a claim, in any status of the shipment: a parcel can be lost or damaged anywhere. `open` is the open claim of this type, if any. */
export const decideOpenClaim = (
  shipment: Shipment,
  open: ClaimRow | null,
  input: ClaimInput,
  env: DecisionContext,
): { claim: ClaimRow; events: EventDraft[] } | Refusal => {
  if (open) {
    return refuse('claim_already_open', `The shipment has an open claim of type ${input.type}; wait until that claim is resolved.`, {
      claim_id: open.id,
    })
  }
  const claim: ClaimRow = {
    id: env.ids.next('claim'),
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    type: input.type,
    description: input.description ?? null,
    amount_claimed: input.amount_claimed ?? null,
    amount_approved: null,
    currency: shipment.currency,
    status: 'open',
    history: [{ status: 'open', at: env.now, amount_approved: null }],
    created_at: env.now,
    updated_at: env.now,
    version: 1,
  }
  return { claim, events: [moneyEvent.claimOpened(shipment, claim, env.actor)] }
}

export interface ClaimResolution {
  outcome: ClaimOutcome
  /** Number of cents that an approval pays. If absent, the claimed amount. */
  amount_approved?: Money
}

const REMEDY = {
  open: 'it can be approved, denied or closed',
  approved: 'it can only be closed',
  denied: 'it can only be closed',
  closed: 'open a new one if needed',
} as const

/** Number of cents that this step approves. Null for every outcome other than approved. */
const approvedCents = (claim: ClaimRow, { outcome, amount_approved }: ClaimResolution, policy: Policy): Money | null | Refusal => {
  if (outcome !== 'approved') {
    return amount_approved !== undefined && !isZero(amount_approved)
      ? invalidField('/amount_approved', 'absent', `must be absent if outcome is "${outcome}", because only an approved claim is paid`)
      : null
  }
  const cents = amount_approved ?? claim.amount_claimed
  const most = policy.approval_above_claim === 'refuse' ? claim.amount_claimed : null
  if (cents !== null && most !== null && compare(cents, most) > 0) {
    return invalidField(
      '/amount_approved',
      'maximum',
      `is more than the claimed ${toMinorUnits(most)} (${codedText(most, claim.currency)}); approve at most that amount`,
    )
  }
  return cents ?? invalidField('/amount_approved', 'required', 'is required for the approval, because the claim has no amount')
}

/**
 * Moves a claim one step forward. Fires no event. Errors: `claim_already_resolved` if the step does not follow its status;
 * `validation_failed` on `/amount_approved`.
 */
export const decideResolveClaim = (claim: ClaimRow, resolution: ClaimResolution, now: string, policy: Policy): ClaimRow | Refusal => {
  const { outcome } = resolution
  const { status } = claim
  if (!CLAIM_MOVES[status].includes(outcome)) {
    return refuse('claim_already_resolved', `The claim is ${status}; ${REMEDY[status]}.`, { status, outcome })
  }
  const amount_approved = approvedCents(claim, resolution, policy)
  if (isRefusal(amount_approved)) return amount_approved
  return {
    ...claim,
    status: outcome,
    amount_approved: amount_approved ?? claim.amount_approved,
    history: [...claim.history, { status: outcome, at: now, amount_approved }],
    updated_at: now,
    version: claim.version + 1,
  }
}
