import type { Row } from './tables.ts'

/** `accepting`: the parcels were counted, and the tenders are being accepted one after another. */
export const CONSOLIDATION_STATUSES = ['open', 'accepting', 'accepted', 'cancelled'] as const
export type ConsolidationStatus = (typeof CONSOLIDATION_STATUSES)[number]

/** `refused`: it had ended otherwise by then. `released`: the consolidation was cancelled. The first two are under way. */
export const CONSOLIDATION_MEMBER_STATES = ['open', 'accepting', 'accepted', 'refused', 'released'] as const
export type ConsolidationMemberState = (typeof CONSOLIDATION_MEMBER_STATES)[number]

/**
 * One row of `consolidations`: what a carrier takes at one place in one go, of however many partners (docs/operating/carriers.md#consolidations).
 * It is at a facility or at a store. `date`: the store-local day of the sweeps. `unattributed`: parcels counted beyond those of the members, or
 * less than theirs. `actor` and the next two: who accepted it, for the audit trail and for events of its tenders.
 */
export interface ConsolidationRow extends Row<'consolidations'> {
  status: ConsolidationStatus
}

/**
 * One row of `consolidation_members`: a tender or a sweep. `piece_count`: what was expected of it when the whole was counted. `reason`: the code of
 * the refusal.
 */
export interface ConsolidationMemberRow extends Row<'consolidation_members'> {
  state: ConsolidationMemberState
}

export const isTenderId = (subject_id: string): boolean => subject_id.startsWith('tnd_')
