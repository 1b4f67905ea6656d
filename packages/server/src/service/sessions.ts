// What of sign-in links and sessions a request needs: reading them by id, and the caller that a session is.
import { ACCESS, type Access, asAccess } from '@backhaul/core/access.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../database/db.ts'
import { KeyedReads } from '../database/keyed-reads.ts'
import type { KnownKey } from './key-cache.ts'
import { USE_LAG_MS } from './key-uses.ts'

interface OfKey {
  /** Since when the key that made it is revoked. */
  key_revoked_at: string | null
  /** When a person left in whose session it was made, directly or through sessions that descend from that session. */
  maker_left_at: string | null
}

/** `access`: a newer program may know more of them. `partner_id`: null, if it is not one partner's. `made_by_key`: null, if made by the command line. */
export type LinkRow = Row<'console_links', Buffer> & OfKey

/** `checked_at`: when the provider at which the person signed in last said that he may be in; null: he signed in by a link. `issuer`, `subject`: as which person the provider knows him. */
export type SessionRow = Row<'console_sessions', Buffer> &
  OfKey & {
    last_used_at: string | null
    checked_at: string | null
    issuer: string | null
    subject: string | null
    misses?: string | null
    slowed?: boolean | null
  }

/** SQL: the session in which a row was made; null: in none. `made_by` is `session:<id> <email>`. */
export const MADE_IN = (t: string): string => `substring(${t}.made_by from '^session:(ses_[0-9a-z]{26}) ')`

/** SQL: the session with this id, and those above it. */
export const madeAbove = (id: string): string => `
  with recursive above as (
    select m.id, m.left_at, m.made_by from console_sessions m where m.id = ${id}
    union
    select m.id, m.left_at, m.made_by from above a join console_sessions m on m.id = ${MADE_IN('a')})
  select id, left_at from above`
/** SQL: when the person of the session in which a row was made left, or the person of a session above that one. */
export const MAKER_LEFT = (t: string): string => `(select max(left_at) from (${madeAbove(MADE_IN(t))}) a)`

/** SQL: whose misses count at a counter or of a handler (kinds/scans/misses.ts). */
const PERSON = `encode(sha256(convert_to(coalesce(
  (select concat_ws(E'\\n', 'provider', p.issuer, p.subject) from provider_sessions p where p.id = s.id),
  concat_ws(E'\\n', 'link', coalesce(s.partner_id, ''), coalesce(s.store_id, ''), s.email)), 'UTF8')), 'hex')`

export const LINKS = `select l.*, (select revoked_at from api_keys k where k.id = l.made_by_key) as key_revoked_at,
  ${MAKER_LEFT('l')} as maker_left_at from console_links l`
export const SESSIONS = `select s.*, (select last_used_at from key_uses u where u.id = s.id) as last_used_at,
  (select revoked_at from api_keys k where k.id = s.made_by_key) as key_revoked_at,
  ${MAKER_LEFT('s')} as maker_left_at,
  (select checked_at from provider_sessions p where p.id = s.id) as checked_at,
  (select issuer from provider_sessions p where p.id = s.id) as issuer,
  (select subject from provider_sessions p where p.id = s.id) as subject, m.misses, m.slowed from console_sessions s
  left join lateral (
    select misses::text as misses, cardinality(recent) >= 20 and recent[1] > now() - interval '10 minutes'
           or cardinality(recent_foreign) >= 60 and recent_foreign[1] > now() - interval '10 minutes' as slowed
      from person_misses where s.access in ('counter', 'handler') and person = ${PERSON}) m on true`

export const linkReads = (db: Database): KeyedReads<LinkRow> =>
  new KeyedReads((ids) => db.query<LinkRow>('console_links', `${LINKS} where l.id = any($1::text[])`, [ids]))
export const sessionReads = (db: Database): KeyedReads<SessionRow> =>
  new KeyedReads((ids) => db.query<SessionRow>('console_sessions', `${SESSIONS} where s.id = any($1::text[])`, [ids]))

/** Requests per 60 s of a session, in a bucket of its own. */
export const SESSION_RATE_LIMIT = 600

/** When a session ends by itself if nobody uses it again. */
export const endOf = ({ created_at, last_used_at, idle_s, expires_at }: SessionRow): number =>
  Math.min(Date.parse(expires_at), Date.parse(last_used_at ?? created_at) + idle_s * 1000)

/** Whom the provider did not confirm for so long is out, why ever that is. */
export const WITHOUT_CHECK_MS = 2 * 3_600_000
/** A session that is used and was not checked for so long is checked at once. */
const CHECK_OVERDUE_MS = 28 * 60_000

/** Whether the provider should have been asked after it by now. */
export const isOverdue = ({ checked_at }: SessionRow, now_ms: number): boolean =>
  checked_at !== null && now_ms >= Date.parse(checked_at) + CHECK_OVERDUE_MS

/** A use that is not written down yet may have prolonged it. Real time: a sandbox's clock ends nothing here. */
export const isOver = (row: SessionRow, now_ms: number): boolean => {
  if (row.revoked_at || row.key_revoked_at || row.maker_left_at || now_ms >= Date.parse(row.expires_at)) return true
  if (row.checked_at !== null && now_ms >= Date.parse(row.checked_at) + WITHOUT_CHECK_MS) return true
  return now_ms >= endOf(row) + USE_LAG_MS
}

/** The session that a caller signed in with, beside what it has like any key. */
export interface CallerSession {
  id: string
  access: Access
  store_id: string | null
  /** The key that made the link; null: the command line. */
  made_by: string | null
  /** The person, as the provider at which he signed in knows him; null: he signed in by a link. */
  issuer: string | null
  subject: string | null
}

/**
 * The session as the key that it stands for; `maker`: the key that made its link, which it never exceeds; null for the command line, which
 * nothing bounds. Null: of no use, as a newer program made it. It is asked from anywhere, but keys that it makes stay within its maker's addresses.
 */
export const sessionAsKey = (row: SessionRow, maker: KnownKey | null): KnownKey | null => {
  const access = asAccess(row.access)
  if (!access) return null
  const held = maker?.scopes ?? row.scopes
  return {
    id: row.id,
    name: null,
    kind: row.partner_id ? 'partner' : 'operator',
    partner_id: row.partner_id,
    scopes: ACCESS[access].scopes.filter((scope) => row.scopes.includes(scope) && held.includes(scope)),
    allow_ips: maker?.allow_ips ?? [],
    rate_limit: SESSION_RATE_LIMIT,
    signature: 'any',
    email: row.email,
    full_name: row.name,
    revoked_at: null,
    created_at: row.created_at,
    secret_hash: row.cookie_hash,
    secrets: [],
    allowlist: null,
    session: { id: row.id, access, store_id: row.store_id, made_by: row.made_by_key, issuer: row.issuer, subject: row.subject },
  }
}
