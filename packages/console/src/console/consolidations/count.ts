// The count of all parcels, and its split among the members.
import type { Consolidation, ConsolidationMember } from '@backhaul/client'
import { numberOf } from '../forms/errors.ts'
import { isExpected } from './words.ts'

/** The count of one member as typed into the form. */
export interface MemberEntry {
  /** If empty, the member has as many parcels as expected. */
  count: string
  missing: readonly string[]
  /** Tracking numbers, one on each line. */
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
/** Splits scanned or typed numbers at spaces, line breaks, commas and semicolons. */
export const numbersOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/**
 * Returns the difference from the expected number of parcels: below zero if parcels are missing, above zero if there are too many. Returns
 * null if there is no difference or if the count is not a number.
 */
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

/** Returns the ids of the members in the order of `counts` in the body. The service's errors refer to a count by its index in `counts`. */
export const countedIds = (members: Members, form: CountForm): string[] => differing(members, form).map(([{ id }]) => id)

/** Returns the body for the API. Text that is not a number is sent as typed, so that the service reports the error. */
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

/**
 * Returns the parcels not yet attributed: the total minus the counts of the members and the unattributed parcels. Returns null while the
 * total is not a number.
 */
export const restOf = (members: Members, form: CountForm): number | null => {
  const total = numberOf(form.total)
  if (total === null) return null
  const received = members.filter(isExpected).reduce((sum, member) => {
    return sum + (numberOf(form.members[member.id]?.count ?? '') ?? member.piece_count)
  }, 0)
  return total - received - (numberOf(form.unattributed) ?? 0)
}

/** Returns how many of the tenders are accepted or refused already, and the number of all tenders. */
export const progressOf = ({ members }: Pick<Consolidation, 'members'>): { done: number; of: number } => {
  const tenders = members.filter(({ kind }) => kind === 'tender')
  return { done: tenders.filter(({ state }) => state !== 'open' && state !== 'accepting').length, of: tenders.length }
}
