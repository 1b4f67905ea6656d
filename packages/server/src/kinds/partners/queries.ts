import { isId } from '@backhaul/core/ids.ts'
import type { ApiKey, Partner } from '@backhaul/core/partner.ts'
import type { Row } from '@backhaul/core/tables.ts'
import { insertRows } from '../../database/columns.ts'
import type { Database } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import type { AuditRow } from '../../service/audit.ts'
import type { PartnerSummary } from './resource.ts'

const SUMMARY = `p.*, (select k.rate_limit from api_keys k where k.partner_id = p.id and k.revoked_at is null order by k.created_at desc, k.id desc limit 1) as rate_limit,
  (select count(*) from api_keys k where k.partner_id = p.id and k.revoked_at is null) as live_keys,
  coalesce((select used from storage where id = p.id), 0) as storage_used`

export const findPartner = async (db: Database, id: string): Promise<PartnerSummary | null> =>
  isId('partner', id) ? db.one<PartnerSummary>('partner_summary', `select ${SUMMARY} from partners p where p.id = $1`, [id]) : null

/** Newest first; all of them if `limit` is null. */
export const listPartners = (db: Database, after: Position | null, limit: number | null): Promise<PartnerSummary[]> =>
  db.query<PartnerSummary>(
    'partners_list',
    `select ${SUMMARY} from partners p where ($1::timestamptz is null or (date_trunc('milliseconds', p.created_at), p.id) < ($1, $2))
      order by date_trunc('milliseconds', p.created_at) desc, p.id desc limit $3`,
    [after?.created_at ?? null, after?.id ?? null, limit],
  )

/**
 * Writes `next` if the stored partner still has the previous version. The same statement sets the rate limit of the partner's live keys
 * (unless `rateLimit` is null) and writes the audit line. Returns false if another request changed the partner first.
 */
export const writePartner = async (db: Database, next: Partner, rateLimit: number | null, audit: AuditRow): Promise<boolean> => {
  const written = await db.query(
    'partner_write',
    `with p as (update partners t set name = r.name, default_return_address = r.default_return_address, default_parcel = r.default_parcel,
                  contact_email = r.contact_email, contact_name = r.contact_name, storage_limit = r.storage_limit, version = r.version
                from json_populate_record(null::partners, $1::json) r where t.id = r.id and t.version = r.version - 1 returning t.id),
          k as (update api_keys set rate_limit = $2 from p where partner_id = p.id and revoked_at is null and $2::int is not null),
          a as (${insertRows('operator_audit')} from p, json_populate_record(null::operator_audit, $3::json) r)
     select id from p`,
    [JSON.stringify(next), rateLimit, JSON.stringify(audit)],
  )
  return written.length === 1
}

/**
 * A key as operators see it. `made_by`: the creator, in the form of the audit trail. `decide_since`: the time since which the key has been
 * waiting for a decision because its creator left.
 */
export interface KeyRow extends ApiKey, Pick<Row<'api_keys'>, 'made_by' | 'decide_since'> {
  /** Null if the key has not been used since the program began to record uses. */
  last_used_at: string | null
}

export const KEY_COLUMNS = `id, name, kind, partner_id, scopes, allow_ips, rate_limit, signature, email, full_name, revoked_at, created_at, made_by, decide_since,
  (select last_used_at from key_uses u where u.id = api_keys.id) as last_used_at`

export const findKeyRow = async (db: Database, id: string): Promise<KeyRow | null> =>
  isId('key', id) ? db.one<KeyRow>('key_row', `select ${KEY_COLUMNS} from api_keys where id = $1`, [id]) : null

/** A key in the form that plans write. */
export interface WholeKey extends KeyRow {
  /** `\x` followed by hexadecimal digits. */
  secret_hash: string
  xmin: string
}

export const findWholeKey = async (db: Database, id: string): Promise<WholeKey | null> =>
  isId('key', id)
    ? db.one<WholeKey>(
        'key_whole',
        `select ${KEY_COLUMNS}, secret_hash::text as secret_hash, xmin::text as xmin from api_keys where id = $1`,
        [id],
      )
    : null

export interface KeyFilter {
  partner_id?: string | undefined
  kind?: ApiKey['kind'] | undefined
  /** If given, only keys that wait for a decision. */
  undecided?: 'true' | undefined
  after: Position | null
  /** Null: all. */
  limit: number | null
}

/** Newest first, including revoked keys. */
export const listKeys = (db: Database, { partner_id, kind, undecided, after, limit }: KeyFilter): Promise<KeyRow[]> =>
  db.query<KeyRow>(
    'keys_list',
    `select ${KEY_COLUMNS} from api_keys
      where ($1::timestamptz is null or (date_trunc('milliseconds', created_at), id) < ($1, $2))
        and ($4::text is null or partner_id = $4) and ($5::text is null or kind = $5)
        and ($6::text is null or decide_since is not null)
      order by date_trunc('milliseconds', created_at) desc, id desc limit $3`,
    [after?.created_at ?? null, after?.id ?? null, limit, partner_id ?? null, kind ?? null, undecided ?? null],
  )

const CHANGEABLE = ['name', 'scopes', 'allow_ips', 'rate_limit', 'signature', 'email', 'full_name']
const changeable = (alias: string): string => CHANGEABLE.map((name) => `${alias}.${name}`).join(', ')

/** Writes `next` and the audit line in one statement, if the key is live and unchanged since it was read. Returns false otherwise. */
export const writeKey = async (db: Database, before: ApiKey, next: ApiKey, audit: AuditRow): Promise<boolean> => {
  const written = await db.query(
    'key_write',
    `with k as (update api_keys t set ${CHANGEABLE.map((name) => `${name} = n.${name}`).join(', ')}
                  from json_populate_record(null::api_keys, $1::json) b, json_populate_record(null::api_keys, $2::json) n
                 where t.id = n.id and t.revoked_at is null and (${changeable('t')}) is not distinct from (${changeable('b')}) returning t.id),
          a as (${insertRows('operator_audit')} from k, json_populate_record(null::operator_audit, $3::json) r)
     select id from k`,
    [JSON.stringify(before), JSON.stringify(next), JSON.stringify(audit)],
  )
  return written.length === 1
}
