import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isTenderId } from '@backhaul/core/consolidation.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { Insert, Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import { mergePlans, systemIds } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { surplusScans } from '../tenders/decide.ts'
import { findTenders } from '../tenders/queries.ts'
import { type CountInput, type Counting, decideCount, refuseEnded, refuseOtherVisits } from './decide.ts'
import { MAX_MEMBERS, type MemberNow, type Subject } from './model.ts'
import { findConsolidation, findOpenAt, findSubjects, findTaken, type Place, readMembers } from './queries.ts'
import { consolidationDetail } from './resource.ts'
import type { ConsolidationCreate } from './schema.ts'

export const consolidationNotFound = (): Refusal =>
  refuse('not_found', 'No consolidation has this id; GET /v2/ops/consolidations lists the consolidations.', { field: 'id' })

export type ConsolidationInput = Static<typeof ConsolidationCreate>

const refusePlace = async (service: Service, { facility, store_id, date }: ConsolidationInput): Promise<Refusal | null> => {
  if (facility === undefined && store_id === undefined) {
    return invalidField(
      '/facility',
      'required',
      'is required unless store_id and date are sent; send the place where the carrier collects the parcels',
    )
  }
  if (store_id === undefined && date !== undefined) return invalidField('/store_id', 'required', 'is required if date is sent')
  if (store_id === undefined) return null
  if (date === undefined)
    return invalidField('/date', 'required', 'is required if store_id is sent; send the day of the visit to the store')
  if (await service.network.store(store_id)) return null
  return refuse('not_found', 'No store with this store_id exists; choose a store from /v2/ops/stores.', { field: 'store_id' })
}

/**
 * Returns the named tenders and sweeps. If none are named, it returns all that are open at the place. Errors: `not_found`,
 * `validation_failed`, `already_consolidated`.
 */
const choose = async (service: Service, place: Place, { tender_ids, sweep_ids }: ConsolidationInput): Promise<Subject[] | Refusal> => {
  if (!tender_ids && !sweep_ids) {
    const found = await findOpenAt(service.db, place)
    if (found.length <= MAX_MEMBERS) return found
    return invalidField(
      '/tender_ids',
      'required',
      `is required, because more than ${MAX_MEMBERS} tenders and sweeps are open at this place; name the tenders and sweeps of this visit`,
    )
  }
  const named = [...(tender_ids ?? []), ...(sweep_ids ?? [])]
  if (named.length > MAX_MEMBERS) return invalidField('/tender_ids', 'maxItems', `and sweep_ids name more than ${MAX_MEMBERS} together`)
  const paths = new Map<string, string>()
  for (const [i, id] of (tender_ids ?? []).entries()) paths.set(id, `/tender_ids/${i}`)
  for (const [i, id] of (sweep_ids ?? []).entries()) paths.set(id, `/sweep_ids/${i}`)
  const known = new Map((await findSubjects(service.db, named)).map((subject) => [subject.subject_id, subject]))
  const isOfKind = (id: string) => isTenderId(id) === (paths.get(id) as string).startsWith('/tender_ids')
  const unknown = named.find((id) => !known.has(id) || !isOfKind(id))
  if (unknown !== undefined) {
    const field = paths.get(unknown) as string
    return refuse('not_found', `No ${field.startsWith('/t') ? 'tender' : 'sweep'} with the id ${unknown} exists.`, { field })
  }
  const found = named.map((id) => known.get(id) as Subject)
  const others = refuseOtherVisits(place, found, (id) => paths.get(id) as string)
  if (others) return others
  const taken = await findTaken(service.db, named)
  if (taken.length === 0) return found
  const message = `${taken.length} of the tenders and sweeps are in another consolidation; leave them out, or cancel that consolidation. details.members names them.`
  return refuse('already_consolidated', message, { members: taken })
}

/** One attempt at creating a consolidation. Errors: `validation_failed`, `not_found`, `already_consolidated`, `nothing_to_consolidate`. */
export const createConsolidation = async (service: Service, actor: OperatorActor, input: ConsolidationInput): Promise<CommandResult> => {
  const misplaced = await refusePlace(service, input)
  if (misplaced) return misplaced
  const { carrier, facility = null, store_id = null, date = null } = input
  const place: Place = { carrier, facility, store_id, date }
  const subjects = await choose(service, place, input)
  if (isRefusal(subjects)) return subjects
  if (subjects.length === 0)
    return refuse('nothing_to_consolidate', `No tender or sweep for ${carrier} is open at this place.`, { ...place })
  const created_at = iso(service.clock.now())
  const row: ConsolidationRow = {
    ...{ id: newId('consolidation'), ...place, status: 'open', piece_count_received: null, unattributed: 0, accepted_by: null },
    ...{ actor: null, actor_email: null, actor_name: null, created_at, counted_at: null, ended_at: null, version: 1 },
  }
  const members = subjects.map((subject): MemberNow => {
    const { id: consolidation_id } = row
    return {
      ...{ ...subject, id: newId('consolidation_member'), consolidation_id, state: 'open', piece_count: null, piece_count_received: null },
      ...{ missing_shipment_ids: [], surplus_numbers: [], reason: null, message: null, ended_at: null, created_at, version: 1 },
    }
  })
  const inserts: Insert[] = [['consolidations', row], ...members.map((member): Insert => ['consolidation_members', stored(member)])]
  const after = { ...place, members: subjects.map(({ subject_id }) => subject_id) }
  const audit = auditPlan(service, { actor, action: 'consolidation.created', subject: row.id, before: null, after })
  return { status: 201, body: consolidationDetail(row, members), plan: mergePlans([{ inserts }, audit]) }
}

/** Returns only those fields of the row that are columns of its table. */
const stored = ({ carrier: _c, handoff: _h, facility: _f, store_id: _s, date: _d, subject_status: _u, pieces: _p, ...row }: MemberNow) =>
  row

const updatesOf = (row: ConsolidationRow, members: readonly ConsolidationMemberRow[]): Update[] => [
  ['consolidations', row],
  ...members.map((member): Update => ['consolidation_members', member]),
]

/** Replaces the row of each member with its current row. */
const renewed = (members: readonly MemberNow[], rows: readonly ConsolidationMemberRow[]): MemberNow[] =>
  members.map((member, i) => ({ ...member, ...rows[i] }))

/**
 * One attempt at accepting the count of the parcels. This fixes the expected counts; the tenders are accepted afterward (./acceptances.ts).
 * Errors: `not_found` and those of `decideCount`.
 */
export const acceptConsolidation = async (
  service: Service,
  by: Omit<Counting, 'at'>,
  id: string,
  input: CountInput,
): Promise<CommandResult> => {
  const row = await findConsolidation(service.db, id)
  if (!row) return consolidationNotFound()
  const members = await readMembers(service.db, id)
  const named = (input.counts ?? []).filter((count) => count.missing_shipment_ids?.length || count.surplus_numbers?.length)
  const tenders = new Map(
    (
      await findTenders(
        service.db,
        named.map((count) => count.id),
      )
    ).map((tender) => [tender.id, tender]),
  )
  const at = iso(service.clock.now())
  const counted = decideCount(row, members, tenders, input, { ...by, at })
  if (isRefusal(counted)) return counted
  const handoff = members.every((member) => member.handoff === 'inject') ? 'inject' : 'collect'
  const surplus = surplusScans({ ...row, handoff, tender_id: null, partner_id: null }, input.surplus_numbers ?? [], {
    now: at,
    ids: systemIds,
  })
  const inserts = surplus.map((scan): Insert => ['carrier_scans', scan])
  const after = {
    ...{ piece_count_received: input.piece_count_received, unattributed: counted.consolidation.unattributed },
    counts: counted.members.map(({ subject_id, state, piece_count_received }) => ({ id: subject_id, state, piece_count_received })),
  }
  const audit = auditPlan(service, { actor: by.actor, action: 'consolidation.counted', subject: id, before: null, after })
  const plan = mergePlans([{ inserts, updates: updatesOf(counted.consolidation, counted.members) }, audit])
  return { status: 202, body: consolidationDetail(counted.consolidation, renewed(members, counted.members)), plan }
}

/**
 * One attempt at canceling a consolidation before its parcels are counted. Its members stay as they are. Errors: `not_found`,
 * `consolidation_not_open`.
 */
export const cancelConsolidation = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const row = await findConsolidation(service.db, id)
  if (!row) return consolidationNotFound()
  const ended = refuseEnded(row)
  if (ended) return ended
  const ended_at = iso(service.clock.now())
  const members = await readMembers(service.db, id)
  const after: ConsolidationRow = { ...row, status: 'cancelled', ended_at, version: row.version + 1 }
  const released = members.map((member): ConsolidationMemberRow => {
    return { ...stored(member), state: 'released', ended_at, version: member.version + 1 }
  })
  const audit = auditPlan(service, { actor, action: 'consolidation.cancelled', subject: id, before: null, after: null })
  const plan = mergePlans([{ updates: updatesOf(after, released) }, audit])
  return { status: 200, body: consolidationDetail(after, renewed(members, released)), plan }
}
