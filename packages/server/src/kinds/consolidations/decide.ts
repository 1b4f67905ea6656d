// Splits one count of parcels from many partners among the members. docs/operating/carriers.md#consolidations has the rules.

import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isTenderId } from '@backhaul/core/consolidation.ts'
import { type FieldError, invalid, invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import type { Static } from 'typebox'
import { refuseCounts, refuseSurplus } from '../tenders/decide.ts'
import { expectedOf, isOpen, type MemberNow, type Subject } from './model.ts'
import type { Place } from './queries.ts'
import type { ConsolidationAccept } from './schema.ts'

/** Returns null while the consolidation is open. */
export const refuseEnded = ({ status, ended_at }: ConsolidationRow): Refusal | null =>
  status === 'open'
    ? null
    : refuse('consolidation_not_open', `The consolidation is ${status}; read the consolidation to see the result of each member.`, {
        status,
        ended_at,
      })

/** Refuses named tenders and sweeps that are not open, or that belong to another carrier, place or day than the consolidation. */
export const refuseOtherVisits = (place: Place, subjects: readonly Subject[], pathOf: (id: string) => string): Refusal | null => {
  const errors = subjects.flatMap((subject): FieldError[] => {
    const path = pathOf(subject.subject_id)
    if (subject.carrier !== place.carrier)
      return [{ path, rule: 'carrier', message: `is for the carrier ${subject.carrier}; name tenders and sweeps of only one carrier` }]
    if (!isOpen(subject)) return [{ path, rule: 'open', message: `is ${subject.subject_status}; omit this member` }]
    const elsewhere = subject.facility ?? place.facility
    if (isTenderId(subject.subject_id) && place.facility !== null && elsewhere !== place.facility)
      return [
        { path, rule: 'facility', message: `is handed over at ${elsewhere}; name only tenders that are handed over at the same place` },
      ]
    if (!isTenderId(subject.subject_id) && (subject.store_id !== place.store_id || subject.date !== place.date))
      return [
        {
          path,
          rule: 'store',
          message: `is for the visit to the store ${subject.store_id} on ${subject.date}; name only sweeps for the same visit`,
        },
      ]
    return []
  })
  return errors.length > 0 ? invalid(errors) : null
}

export type CountInput = Static<typeof ConsolidationAccept>
export type MemberCount = NonNullable<CountInput['counts']>[number]

/** The person who counted, and the time of the count. */
export interface Counting {
  actor: string
  email: string
  full_name: string
  /** The acceptor named in the tenders, unless the request names someone else. */
  acceptor: string
  at: string
}

const underPath = (refusal: Refusal | null, path: string): FieldError[] =>
  ((refusal?.details.errors ?? []) as FieldError[]).map((error) => ({ ...error, path: `${path}${error.path}` }))

/** `tenders`: the tenders of those members whose counts also name parcels. */
const faultsOfCounts = (
  counts: readonly MemberCount[],
  members: ReadonlyMap<string, MemberNow>,
  tenders: ReadonlyMap<string, TenderRow>,
): FieldError[] => {
  const seen = new Set<string>()
  return counts.flatMap((count, i): FieldError[] => {
    const path = `/counts/${i}`
    const member = members.get(count.id)
    const bad = (rule: string, message: string) => [{ path: `${path}/id`, rule, message }]
    if (!member) return bad('member', 'is not a member of the consolidation; name only members')
    if (seen.has(count.id)) return bad('unique', 'appears twice; count each member once')
    seen.add(count.id)
    if (!isOpen(member))
      return bad('open', `is already ${member.subject_status}, so no more parcels are expected; omit the count of this member`)
    const names = (count.missing_shipment_ids?.length ?? 0) + (count.surplus_numbers?.length ?? 0)
    if (names === 0) return []
    const tender = tenders.get(count.id)
    if (!tender) return bad('tender', 'is a sweep; send only the count of the sweep, because the scans of the driver identify the parcels')
    return underPath(refuseCounts(tender, count), path)
  })
}

/** Checks that the total count equals the sum of the members' counts. */
const refuseSum = ({ piece_count_received, unattributed = 0 }: CountInput, expected: number, counted: number): Refusal | null => {
  const rest = piece_count_received - counted - unattributed
  if (rest === 0) return null
  const all =
    counted === expected ? `the expected number is ${expected}` : `the counts of the members add up to ${counted} (expected: ${expected})`
  const open = unattributed === 0 ? '' : `, and unattributed is ${unattributed}`
  const remedy = `send a count for each member whose number differs, or, if the difference belongs to no known member, send ${unattributed + rest} as unattributed`
  return invalidField('/piece_count_received', 'sum', `is ${piece_count_received}, but ${all}${open}; ${remedy}`)
}

/**
 * Records that the parcels of all members were counted together. Members whose tenders have ended in another way are refused at once.
 * Errors: `consolidation_not_open`, `validation_failed` on the counts, `nothing_to_consolidate`.
 */
export const decideCount = (
  consolidation: ConsolidationRow,
  members: readonly MemberNow[],
  tenders: ReadonlyMap<string, TenderRow>,
  input: CountInput,
  by: Counting,
): { consolidation: ConsolidationRow; members: ConsolidationMemberRow[] } | Refusal => {
  const ended = refuseEnded(consolidation)
  if (ended) return ended
  if (!members.some(isOpen)) {
    return refuse('nothing_to_consolidate', 'The consolidation has no open members left; cancel the consolidation.', {
      members: members.map(({ subject_id, subject_status }) => ({ id: subject_id, status: subject_status })),
    })
  }
  const { counts = [], unattributed = 0, surplus_numbers = [] } = input
  const bySubject = new Map(members.map((member) => [member.subject_id, member]))
  const faults = faultsOfCounts(counts, bySubject, tenders)
  if (faults.length > 0) return invalid(faults)
  const countOf = new Map(counts.map((count) => [count.id, count]))
  const received = (member: MemberNow) => countOf.get(member.subject_id)?.piece_count_received ?? expectedOf(member)
  const sum = (of: (member: MemberNow) => number) => members.reduce((total, member) => total + of(member), 0)
  const differs =
    refuseSum(input, sum(expectedOf), sum(received)) ?? refuseSurplus(0, { piece_count_received: unattributed, surplus_numbers })
  if (differs) return differs
  const counted = members.map((member) => countMember(member, received(member), countOf.get(member.subject_id), by.at))
  const isLeft = counted.some(({ state }) => state === 'accepting')
  return {
    members: counted,
    consolidation: {
      ...consolidation,
      status: isLeft ? 'accepting' : 'accepted',
      piece_count_received: input.piece_count_received,
      unattributed,
      accepted_by: input.accepted_by ?? by.acceptor,
      actor: by.actor,
      actor_email: by.email,
      actor_name: by.full_name,
      counted_at: by.at,
      ended_at: isLeft ? null : by.at,
      version: consolidation.version + 1,
    },
  }
}

/** Counts one member. A sweep needs only the count; the tenders are accepted afterward, one by one. */
const countMember = (
  { carrier: _c, handoff: _h, facility: _f, store_id: _s, date: _d, subject_status, pieces, ...row }: MemberNow,
  received: number,
  count: MemberCount | undefined,
  at: string,
): ConsolidationMemberRow => {
  const version = row.version + 1
  if (!isOpen({ subject_status })) {
    const message = `It was ${subject_status} before the parcels were counted.`
    const reason = subject_status === 'closed' ? 'sweep_closed' : `tender_already_${subject_status}`
    return { ...row, state: 'refused', piece_count: 0, piece_count_received: 0, reason, message, ended_at: at, version }
  }
  const isTender = isTenderId(row.subject_id)
  return {
    ...row,
    state: isTender ? 'accepting' : 'accepted',
    piece_count: pieces,
    piece_count_received: received,
    missing_shipment_ids: [...(count?.missing_shipment_ids ?? [])],
    surplus_numbers: [...(count?.surplus_numbers ?? [])],
    ended_at: isTender ? null : at,
    version,
  }
}
