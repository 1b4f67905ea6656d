// The one count of all, and what of it is whose.
import type { Consolidation, ConsolidationMember } from '@backhaul/client'
import { numberOf } from '../forms/errors.ts'
import { isExpected } from './words.ts'

/** What was counted of a member, as somebody writes it. */
export interface MemberEntry {
  /** Empty: as many as expected. */
  count: string
  missing: readonly string[]
  /** Numbers, one a line. */
  surplus: string
}

export interface CountForm {
  total: string
  accepted_by: string
  members: Readonly<Record<string, MemberEntry>>
  unattributed: string
  surplus: string
}

export const NOTHING: MemberEntry = { count: '', missing: [], surplus: '' }
export const EMPTY: CountForm = { total: '', accepted_by: '', members: {}, unattributed: '', surplus: '' }

const asSent = (text: string): number | string => numberOf(text) ?? text.trim()
/** Numbers that are scanned or typed, whatever parts them. */
export const numbersOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** What is missing of a member or too many; null: as expected, or no number. */
export const differenceOf = ({ piece_count }: Pick<ConsolidationMember, 'piece_count'>, { count }: MemberEntry): number | null => {
  const counted = numberOf(count)
  return counted === null || counted === piece_count ? null : counted - piece_count
}

type Members = readonly Pick<ConsolidationMember, 'id' | 'kind' | 'status' | 'piece_count'>[]

const differing = (members: Members, form: CountForm): [Members[number], MemberEntry][] =>
  members
    .filter(isExpected)
    .map((member): [Members[number], MemberEntry] => [member, form.members[member.id] ?? NOTHING])
    .filter(([member, entry]) => entry.count.trim() !== '' && asSent(entry.count) !== member.piece_count)

/** Members in the order in which the body counts them: what is wrong with a count is named by its place there. */
export const countedIds = (members: Members, form: CountForm): string[] => differing(members, form).map(([{ id }]) => id)

/** As the API takes it. What is no number is sent as it was typed: the service says so. */
export const bodyOf = (members: Members, form: CountForm) => {
  const counts = differing(members, form).map(([{ id, kind, piece_count }, entry]) => {
    const difference = differenceOf({ piece_count }, entry) ?? 0
    const surplus = numbersOf(entry.surplus)
    return {
      id,
      piece_count_received: asSent(entry.count),
      ...(kind === 'tender' && difference < 0 && entry.missing.length > 0 && { missing_shipment_ids: [...entry.missing] }),
      ...(kind === 'tender' && difference > 0 && surplus.length > 0 && { surplus_numbers: surplus }),
    }
  })
  const unattributed = form.unattributed.trim()
  const surplus = numbersOf(form.surplus)
  return {
    piece_count_received: asSent(form.total),
    ...(form.accepted_by.trim() !== '' && { accepted_by: form.accepted_by.trim() }),
    ...(counts.length > 0 && { counts }),
    ...(unattributed !== '' && { unattributed: asSent(unattributed) }),
    ...((numberOf(unattributed) ?? 0) > 0 && surplus.length > 0 && { surplus_numbers: surplus }),
  }
}

/** What has still to be said whose it is: counted in all beyond what is counted of the members and of nobody; null: no number yet. */
export const restOf = (members: Members, form: CountForm): number | null => {
  const total = numberOf(form.total)
  if (total === null) return null
  const received = members.filter(isExpected).reduce((sum, member) => {
    return sum + (numberOf(form.members[member.id]?.count ?? '') ?? member.piece_count)
  }, 0)
  return total - received - (numberOf(form.unattributed) ?? 0)
}

/** Tenders that are accepted or refused already, and all that are. */
export const progressOf = ({ members }: Pick<Consolidation, 'members'>): { done: number; of: number } => {
  const tenders = members.filter(({ kind }) => kind === 'tender')
  return { done: tenders.filter(({ state }) => state !== 'open' && state !== 'accepting').length, of: tenders.length }
}
