import type { ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isTenderId } from '@backhaul/core/consolidation.ts'
import { expectedOf, type ListedRow, type MemberNow } from './model.ts'

const consolidationFacts = (row: ConsolidationRow) => ({
  id: row.id,
  object: 'consolidation' as const,
  carrier: row.carrier,
  facility: row.facility,
  store_id: row.store_id,
  date: row.date,
  status: row.status,
  piece_count_received: row.piece_count_received,
  unattributed: row.unattributed,
  accepted_by: row.accepted_by,
  created_at: row.created_at,
  counted_at: row.counted_at,
  ended_at: row.ended_at,
})

export const consolidationListed = ({ members, partners, refused, left, ...row }: ListedRow) => ({
  ...consolidationFacts(row),
  member_count: members,
  partner_count: partners,
  accepting_count: left,
  refused_count: refused,
})

/** What was expected when it was counted, or is now. */
const pieceCount = (member: MemberNow): number => member.piece_count ?? expectedOf(member)

const memberResource = (member: MemberNow) => ({
  id: member.subject_id,
  kind: isTenderId(member.subject_id) ? ('tender' as const) : ('sweep' as const),
  partner_id: member.partner_id,
  handoff: member.handoff,
  status: member.subject_status,
  state: member.state,
  piece_count: pieceCount(member),
  piece_count_received: member.piece_count_received,
  missing_shipment_ids: member.missing_shipment_ids,
  surplus_numbers: member.surplus_numbers,
  reason: member.reason,
  message: member.message,
  ended_at: member.ended_at,
})

/** With its members, and what they come to by partner (docs/operating/carriers.md#consolidations). */
export const consolidationDetail = (row: ConsolidationRow, members: readonly MemberNow[]) => {
  const partners = new Map<string, { partner_id: string; member_count: number; piece_count: number; piece_count_received: number | null }>()
  for (const member of members) {
    const { partner_id, piece_count_received: received } = member
    const sum = partners.get(partner_id) ?? { partner_id, member_count: 0, piece_count: 0, piece_count_received: null }
    partners.set(partner_id, {
      partner_id,
      member_count: sum.member_count + 1,
      piece_count: sum.piece_count + pieceCount(member),
      piece_count_received: received === null ? sum.piece_count_received : (sum.piece_count_received ?? 0) + received,
    })
  }
  const inState = (state: string) => members.filter((member) => member.state === state).length
  return {
    ...consolidationFacts(row),
    member_count: members.length,
    partner_count: partners.size,
    accepting_count: inState('accepting'),
    refused_count: inState('refused'),
    piece_count: members.reduce((sum, member) => sum + pieceCount(member), 0),
    partners: [...partners.values()],
    members: members.map(memberResource),
  }
}
