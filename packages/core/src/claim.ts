import type { Money } from './money.ts'
import type { Row } from './tables.ts'

export const CLAIM_TYPES = ['lost', 'damaged', 'misdelivered'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export const CLAIM_OUTCOMES = ['approved', 'denied', 'closed'] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]
export const CLAIM_STATUSES = ['open', ...CLAIM_OUTCOMES] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/**
 * Allowed next statuses: a decision, then closed. An open claim may also be closed without a decision, because it was withdrawn or opened
 * in error.
 */
export const CLAIM_MOVES: Readonly<Record<ClaimStatus, readonly ClaimOutcome[]>> = {
  open: ['approved', 'denied', 'closed'],
  approved: ['closed'],
  denied: ['closed'],
  closed: [],
}

export interface ClaimStep {
  status: ClaimStatus
  at: string
  /** The approved amount in cents. Only the step that approves the claim has one. */
  amount_approved: Money | null
}

/** One row of `claims` (docs/guide/money.md#claims). `currency`: the shipment's currency when the claim was opened. */
export interface ClaimRow extends Row<'claims'> {
  type: ClaimType
  status: ClaimStatus
  /** Oldest first. The first step opens the claim. */
  history: ClaimStep[]
}
