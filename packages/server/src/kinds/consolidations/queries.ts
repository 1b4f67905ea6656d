import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isId } from '@backhaul/core/ids.ts'
import type { Database } from '../../database/db.ts'
import type { Filters, Position } from '../../database/list-rows.ts'
import { type ListedRow, MAX_MEMBERS, type MemberNow, type Subject } from './model.ts'

export const findConsolidation = async (db: Database, id: string): Promise<ConsolidationRow | null> =>
  isId('consolidation', id) ? db.one<ConsolidationRow>('consolidation', 'select * from consolidations where id = $1', [id]) : null

const TENDER = `t.id as subject_id, t.partner_id, t.carrier, t.handoff, t.facility, null as store_id, null as date,
  t.status as subject_status, t.piece_count as pieces`
const SWEEP = `s.id as subject_id, s.partner_id, s.dp as carrier, null as handoff, null as facility, s.store_id, s.sweep_date as date,
  s.status as subject_status,
  (select coalesce(sum(p.package_count), 0)::int from pickups p where p.sweep_id = s.id and p.status = 'scheduled') as pieces`

/** Finds tenders and sweeps of any partner, in no order. */
export const findSubjects = (db: Database, ids: readonly string[]): Promise<Subject[]> =>
  db.query<Subject>(
    'consolidation_subjects',
    `select ${TENDER} from tenders t where t.id = any($1::text[])
      union all select ${SWEEP} from sweeps s where s.id = any($1::text[])`,
    [ids],
  )

const FREE = `not exists (select from consolidation_members m where m.subject_id = $SUBJECT and m.state in ('open', 'accepting'))`

export interface Place {
  carrier: string
  facility: string | null
  store_id: string | null
  date: string | null
}

/**
 * Finds all tenders of a facility, or all sweeps of a store's day, that are open and in no other consolidation. The oldest come first, at
 * most one more than a consolidation may hold. Sweeps are read partner by partner, from the index that allows a partner one sweep per
 * store, day and carrier.
 */
export const findOpenAt = (db: Database, { carrier, facility, store_id, date }: Place): Promise<Subject[]> =>
  db.query<Subject>(
    'consolidation_open_at',
    `(select ${TENDER} from tenders t where t.carrier = $1 and t.status = 'created' and t.facility = $2
         and ${FREE.replace('$SUBJECT', 't.id')} order by t.created_at, t.id limit ${MAX_MEMBERS + 1})
      union all
      (select ${SWEEP} from partners o join sweeps s on s.partner_id = o.id and s.store_id = $3 and s.sweep_date = $4 and s.dp = $1
        where s.status = 'ordered' and ${FREE.replace('$SUBJECT', 's.id')} order by s.created_at, s.id limit ${MAX_MEMBERS + 1})`,
    [carrier, facility, store_id, date],
  )

/** Finds which of these tenders and sweeps are in a consolidation in progress. */
export const findTaken = (db: Database, ids: readonly string[]): Promise<{ id: string; consolidation_id: string }[]> =>
  db.query<{ id: string; consolidation_id: string }>(
    'consolidation_taken',
    `select subject_id as id, consolidation_id from consolidation_members
      where subject_id = any($1::text[]) and state in ('open', 'accepting') order by subject_id`,
    [ids],
  )

/** Reads the members, each with the current state of its tender or sweep. */
export const readMembers = (db: Database, id: string): Promise<MemberNow[]> =>
  db.query<MemberNow>(
    'consolidation_members',
    `select m.*, n.carrier, n.handoff, n.facility, n.store_id, n.date, n.subject_status, n.pieces
       from consolidation_members m cross join lateral (
         select ${TENDER} from tenders t where t.id = m.subject_id
          union all select ${SWEEP} from sweeps s where s.id = m.subject_id) n
      where m.consolidation_id = $1 order by m.id`,
    [id],
  )

export const findMember = (db: Database, id: string): Promise<ConsolidationMemberRow | null> =>
  db.one<ConsolidationMemberRow>('consolidation_member', 'select * from consolidation_members where id = $1', [id])

/** The next members of a consolidation whose tenders are not accepted yet. */
export const findAccepting = (db: Database, id: string, limit: number): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(
    'consolidation_accepting',
    "select id from consolidation_members where consolidation_id = $1 and state = 'accepting' order by id limit $2",
    [id, limit],
  )

/** SQL: the consolidations whose parcels were counted, but whose tenders are not all accepted yet. */
export const UNDER_WAY = "select id from consolidations where status = 'accepting'"

export const findUnderWay = (db: Database): Promise<{ id: string }[]> =>
  db.query<{ id: string }>('consolidations_under_way', `${UNDER_WAY} order by id limit 100`)

export interface ConsolidationFilters extends Filters<'carrier' | 'status' | 'facility' | 'store_id' | 'date'> {
  /** Selects consolidations that have this tender or sweep, or that had it before. */
  member?: string | undefined
}

/** Newest first, each with its number of members. */
export const listConsolidations = (
  db: Database,
  { after, limit }: { after: Position | null; limit: number },
  { carrier, status, facility, store_id, date, member }: ConsolidationFilters,
): Promise<ListedRow[]> =>
  db.query<ListedRow>(
    'consolidations_list',
    `select c.*, n.* from (
        select * from consolidations
         where ($1::timestamptz is null or (created_at, id) < ($1, $2)) and ($4::text is null or carrier = $4)
           and ($5::text is null or status = $5) and ($6::text is null or facility = $6) and ($7::text is null or store_id = $7)
           and ($8::text is null or date = $8)
           and ($9::text is null or id in (select consolidation_id from consolidation_members where subject_id = $9))
         order by created_at desc, id desc limit $3) c
      cross join lateral (
        select count(*)::int as members, count(distinct partner_id)::int as partners,
               count(*) filter (where state = 'refused')::int as refused, count(*) filter (where state = 'accepting')::int as "left"
          from consolidation_members m where m.consolidation_id = c.id) n
      order by c.created_at desc, c.id desc`,
    [
      ...[after?.created_at ?? null, after?.id ?? null, limit],
      ...[carrier ?? null, status ?? null, facility ?? null, store_id ?? null, date ?? null, member ?? null],
    ],
  )
