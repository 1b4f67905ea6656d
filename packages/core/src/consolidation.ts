/** `accepting`: the parcels were counted, and the tenders are being accepted one after another. */
export const CONSOLIDATION_STATUSES = ['open', 'accepting', 'accepted', 'cancelled'] as const
export type ConsolidationStatus = (typeof CONSOLIDATION_STATUSES)[number]

/** `refused`: it had ended otherwise by then. `released`: the consolidation was cancelled. The first two are under way. */
export const CONSOLIDATION_MEMBER_STATES = ['open', 'accepting', 'accepted', 'refused', 'released'] as const
export type ConsolidationMemberState = (typeof CONSOLIDATION_MEMBER_STATES)[number]

/** One row of `consolidations`: what a carrier takes at one place in one go, of however many partners (docs/operating/carriers.md#consolidations). */
export interface ConsolidationRow {
  id: string
  /** Code. */
  carrier: string
  /** Code of the facility; null: it is at a store. */
  facility: string | null
  store_id: string | null
  /** Store-local day of the sweeps, YYYY-MM-DD; with a store only. */
  date: string | null
  status: ConsolidationStatus
  piece_count_received: number | null
  /** Parcels counted beyond those of the members, or less than theirs: of nobody in particular. */
  unattributed: number
  accepted_by: string | null
  /** Who accepted it, for the audit trail, and as its tenders' events name them. */
  actor: string | null
  actor_email: string | null
  actor_name: string | null
  created_at: string
  counted_at: string | null
  ended_at: string | null
  version: number
}

/** One row of `consolidation_members`. */
export interface ConsolidationMemberRow {
  id: string
  consolidation_id: string
  /** A tender or a sweep. */
  subject_id: string
  partner_id: string
  state: ConsolidationMemberState
  /** What was expected of it when the whole was counted. */
  piece_count: number | null
  piece_count_received: number | null
  missing_shipment_ids: readonly string[]
  surplus_numbers: readonly string[]
  /** Why it was refused: the code of the refusal. */
  reason: string | null
  message: string | null
  ended_at: string | null
  created_at: string
  version: number
}

export const isTenderId = (subject_id: string): boolean => subject_id.startsWith('tnd_')
