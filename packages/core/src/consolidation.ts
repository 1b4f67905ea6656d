import type { Row } from './tables.ts'

/** `accepting`: the parcels were counted, and the tenders are being accepted one after another. */
export const CONSOLIDATION_STATUSES = ['open', 'accepting', 'accepted', 'cancelled'] as const
export type ConsolidationStatus = (typeof CONSOLIDATION_STATUSES)[number]

/**
 * `refused`: the member could not be accepted, because it had already ended in another way. `released`: the consolidation was cancelled.
 * `open` and `accepting`: the member is still in progress.
 */
export const CONSOLIDATION_MEMBER_STATES = ['open', 'accepting', 'accepted', 'refused', 'released'] as const
export type ConsolidationMemberState = (typeof CONSOLIDATION_MEMBER_STATES)[number]

/**
 * One row of `consolidations`: parcels that a carrier takes from one facility or store at once, for any number of partners
 * (docs/operating/carriers.md#consolidations). `date`: the store-local day of the sweeps. `unattributed`: the total count minus the sum of
 * the members' counts; negative if parcels are missing. `actor` and the two columns after it say who accepted the consolidation. They are
 * needed for the audit trail and for the events of the tenders.
 */
export interface ConsolidationRow extends Row<'consolidations'> {
  status: ConsolidationStatus
}

/**
 * One row of `consolidation_members`: a tender or a sweep. `piece_count`: the expected count of this member when the consolidation was
 * counted. `reason`: the code of the refusal.
 */
export interface ConsolidationMemberRow extends Row<'consolidation_members'> {
  state: ConsolidationMemberState
}

export const isTenderId = (subject_id: string): boolean => subject_id.startsWith('tnd_')
