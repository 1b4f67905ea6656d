import type { ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isTenderId } from '@backhaul/core/consolidation.ts'
import { showAs } from '../../http/show-as.ts'
import { expectedOf, type ListedRow, type MemberNow } from './model.ts'
import { ConsolidationListed, ConsolidationOut, Member } from './schema.ts'

export const consolidationListed = (row: ListedRow) =>
  showAs(ConsolidationListed, row, {
    member_count: row.members,
    partner_count: row.partners,
    accepting_count: row.left,
    refused_count: row.refused,
  })

/** The expected count. It is fixed when the parcels are counted; before, it is the current value. */
const pieceCount = (member: MemberNow): number => member.piece_count ?? expectedOf(member)

const memberResource = (member: MemberNow) =>
  showAs(Member, member, {
    id: member.subject_id,
    kind: isTenderId(member.subject_id) ? ('tender' as const) : ('sweep' as const),
    status: member.subject_status,
    piece_count: pieceCount(member),
  })

/** A consolidation with its members and the totals by partner (docs/operating/carriers.md#consolidations). */
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
  return showAs(ConsolidationOut, row, {
    member_count: members.length,
    partner_count: partners.size,
    accepting_count: inState('accepting'),
    refused_count: inState('refused'),
    piece_count: members.reduce((sum, member) => sum + pieceCount(member), 0),
    partners: [...partners.values()],
    members: members.map(memberResource),
  })
}
