import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'

export const MOST_MEMBERS = 500

/** A tender or a sweep as it is now. */
export interface Subject {
  subject_id: string
  partner_id: string
  carrier: string
  handoff: 'inject' | 'collect' | null
  facility: string | null
  store_id: string | null
  date: string | null
  /** `created` and `ordered` are open. */
  subject_status: string
  /** Of a tender its members, of a sweep the packages of its live pickups. */
  pieces: number
}

/** A member with the tender or sweep that it is. */
export type MemberNow = ConsolidationMemberRow & Omit<Subject, 'partner_id'>

export const isOpen = ({ subject_status }: Pick<Subject, 'subject_status'>): boolean =>
  subject_status === 'created' || subject_status === 'ordered'

/** What is to be taken of it: what has ended otherwise is not there any more. */
export const expectedOf = (subject: Pick<Subject, 'subject_status' | 'pieces'>): number => (isOpen(subject) ? subject.pieces : 0)

/** With the counts of its members, as lists show it. */
export type ListedRow = ConsolidationRow & { members: number; partners: number; refused: number; left: number }
