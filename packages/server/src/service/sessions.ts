// Reads sign-in links and sessions by id, and turns a session into the caller of a request.
import { ACCESS, type Access, asAccess } from '@backhaul/core/access.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../database/db.ts'
import { KeyedReads } from '../database/keyed-reads.ts'
import type { KnownKey } from './key-cache.ts'
import { USE_LAG_MS } from './key-uses.ts'

interface OfKey {
  /** Time when the key that created this row was revoked. */
  key_revoked_at: string | null
  /** When the person of the session in which the row was created, or the person of one of that session's ancestors, left. */
  maker_left_at: string | null
}

/**
 * `access` is text, because a newer version may have added values. `partner_id` is null unless the link is bound to one partner.
 * `made_by_key` is null if the link was created from the command line.
 */
export type LinkRow = Row<'console_links', Buffer> & OfKey

/**
 * `checked_at`: when the identity provider last confirmed that the person may sign in; null for a sign-in by link. `issuer`, `subject`: the
 * person's identity at the provider.
 */
export type SessionRow = Row<'console_sessions', Buffer> &
  OfKey & {
    last_used_at: string | null
    checked_at: string | null
    issuer: string | null
    subject: string | null
    misses?: string | null
    slowed?: boolean | null
  }

/** SQL: the id of the session in which a row was created; null if there was no session. `made_by` is `session:<id> <email>`. */
export const MADE_IN = (t: string): string => `substring(${t}.made_by from '^session:(ses_[0-9a-z]{26}) ')`

/** SQL: the session with this id and all its ancestors. */
export const madeAbove = (id: string): string => `
  with recursive above as (
    select m.id, m.left_at, m.made_by from console_sessions m where m.id = ${id}
    union
    select m.id, m.left_at, m.made_by from above a join console_sessions m on m.id = ${MADE_IN('a')})
  select id, left_at from above`
/** SQL: when the person of the creating session, or of one of its ancestors, left. */
export const MAKER_LEFT = (t: string): string => `(select max(left_at) from (${madeAbove(MADE_IN(t))}) a)`

/** SQL: a hash that identifies the person to whom a counter's or handler's misses are charged (kinds/scans/misses.ts). */
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

/** Requests per 60 s. Each session has its own bucket. */
export const SESSION_RATE_LIMIT = 600

/** When a session expires if it is not used again. */
export const endOf = ({ created_at, last_used_at, idle_s, expires_at }: SessionRow): number =>
  Math.min(Date.parse(expires_at), Date.parse(last_used_at ?? created_at) + idle_s * 1000)

/** A session ends when its provider has not confirmed the person for this long, whatever the reason. */
export const WITHOUT_CHECK_MS = 2 * 3_600_000
/** If the provider's last check of a session is older than this, the session is checked as soon as it is used. */
const CHECK_OVERDUE_MS = 28 * 60_000

/** Whether the provider check of this session is overdue. */
export const isOverdue = ({ checked_at }: SessionRow, now_ms: number): boolean =>
  checked_at !== null && now_ms >= Date.parse(checked_at) + CHECK_OVERDUE_MS

/**
 * Whether the session is over. Allows for a recent use that is not stored yet. Compares with real time, because a sandbox's virtual clock
 * does not end sessions.
 */
export const isOver = (row: SessionRow, now_ms: number): boolean => {
  if (row.revoked_at || row.key_revoked_at || row.maker_left_at || now_ms >= Date.parse(row.expires_at)) return true
  if (row.checked_at !== null && now_ms >= Date.parse(row.checked_at) + WITHOUT_CHECK_MS) return true
  return now_ms >= endOf(row) + USE_LAG_MS
}

/** The session of the caller: the fields that it has in addition to those of every key. */
export interface CallerSession {
  id: string
  access: Access
  store_id: string | null
  /** The key that created the link; null for the command line. */
  made_by: string | null
  /** The person's identity at the provider; null for a sign-in by link. */
  issuer: string | null
  subject: string | null
}

/**
 * Returns the session as a key. `maker` is the key that created the link. The session never exceeds that key's scopes. A link from the
 * command line has no maker (null) and no such limit. Returns null if the access value is unknown, because a newer version created it.
 * Requests in the session may come from any address, but keys created in it stay within the maker's addresses.
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
