import type { Money } from './money.ts'

export const CLAIM_TYPES = ['lost', 'damaged', 'misdelivered'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export const CLAIM_OUTCOMES = ['approved', 'denied', 'closed'] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]
export const CLAIM_STATUSES = ['open', ...CLAIM_OUTCOMES] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** The statuses that may follow: a decision, then closed. An open claim may also be closed without one: withdrawn, or opened in error. */
export const CLAIM_MOVES: Readonly<Record<ClaimStatus, readonly ClaimOutcome[]>> = {
  open: ['approved', 'denied', 'closed'],
  approved: ['closed'],
  denied: ['closed'],
  closed: [],
}

/** One step of a claim's life. */
export interface ClaimStep {
  status: ClaimStatus
  at: string
  /** Cents, on the step that approves. */
  amount_approved: Money | null
}

/** One row of `claims` (docs/guide/money.md#claims). */
export interface ClaimRow {
  id: string
  partner_id: string
  shipment_id: string
  type: ClaimType
  description: string | null
  /** Cents. */
  amount_claimed: Money | null
  /** Cents; null unless it was approved. */
  amount_approved: Money | null
  /** Of both amounts: that of the shipment when the claim was opened. */
  currency: string
  status: ClaimStatus
  /** Oldest first; the first step is the opening. */
  history: ClaimStep[]
  created_at: string
  updated_at: string
  version: number
}
