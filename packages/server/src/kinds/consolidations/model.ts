import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'

export const MAX_MEMBERS = 500

/** The current state of a tender or sweep. */
export interface Subject {
  subject_id: string
  partner_id: string
  carrier: string
  handoff: 'inject' | 'collect' | null
  facility: string | null
  store_id: string | null
  date: string | null
  /** The open statuses are `created` and `ordered`. */
  subject_status: string
  /** For a tender, the number of its members. For a sweep, the number of packages in its live pickups. */
  pieces: number
}

/** A member with its tender or sweep. */
export type MemberNow = ConsolidationMemberRow & Omit<Subject, 'partner_id'>

export const isOpen = ({ subject_status }: Pick<Subject, 'subject_status'>): boolean =>
  subject_status === 'created' || subject_status === 'ordered'

/** The number of pieces to expect. For a tender or sweep that has ended in another way, it is 0. */
export const expectedOf = (subject: Pick<Subject, 'subject_status' | 'pieces'>): number => (isOpen(subject) ? subject.pieces : 0)

/** A consolidation with the counts of its members, as shown in lists. */
export type ListedRow = ConsolidationRow & { members: number; partners: number; refused: number; left: number }
