import type { Row } from '@backhaul/core/tables.ts'
import { bytea } from '../../../database/columns.ts'
import type { Database } from '../../../database/db.ts'

/** A session whose check is due, leased by this process. `refresh_token` is encrypted. */
export type DueRow = Row<'provider_sessions', Buffer>

/** Records that something was used. Returns false if it was used before. */
export const useOnce = async (db: Database, hash: Buffer, expires_at: string): Promise<boolean> => {
  const rows = await db.query('provider_use_once', 'insert into provider_used values ($1::bytea, $2) on conflict do nothing returning 1', [
    bytea(hash),
    expires_at,
  ])
  return rows.length > 0
}

/** Records that something was used, and how long the record is needed. The latest time wins. */
export const useUntil = async (db: Database, hash: Buffer, expires_at: string): Promise<void> => {
  await db.query(
    'provider_use_until',
    `insert into provider_used values ($1::bytea, $2)
       on conflict (hash) do update set expires_at = greatest(provider_used.expires_at, excluded.expires_at)`,
    [bytea(hash), expires_at],
  )
}

/** The time until which the record is needed. Null if there is no record. */
export const usedUntil = async (db: Database, hash: Buffer): Promise<string | null> =>
  (
    await db.one<{ expires_at: string }>('provider_used_until', 'select expires_at from provider_used where hash = $1::bytea', [
      bytea(hash),
    ])
  )?.expires_at ?? null

export const wasUsed = async (db: Database, hash: Buffer): Promise<boolean> =>
  (await db.one('provider_was_used', 'select 1 from provider_used where hash = $1::bytea', [bytea(hash)])) !== null

const MOST_FORGOTTEN = 1_000

export const forgetUsed = (db: Database, now: string): Promise<unknown> =>
  db.query(
    'provider_forget_used',
    `delete from provider_used where hash = any (array (select hash from provider_used where expires_at < $1 limit ${MOST_FORGOTTEN}))`,
    [now],
  )

/** Leases due checks, longest due first. No other process gets them before `until`. */
export const takeDue = (db: Database, issuer: string, lease: string, now: string, until: string, most: number): Promise<DueRow[]> =>
  db.query<DueRow>(
    'provider_take_due',
    `update provider_sessions p set lease = $2, lease_until = $4 from (select id from provider_sessions
        where check_at <= $3 and issuer = $1 and (lease_until is null or lease_until <= $3) order by check_at limit $5 for update skip locked) d
      where p.id = d.id returning p.*`,
    [issuer, lease, now, until, most],
  )

/**
 * Stores the result of a check and ends the lease. A null `check_at` also deletes the refresh token. Returns false if the lease had expired
 * and another process has the session.
 */
export const endCheck = async (
  db: Database,
  { id, lease }: Pick<DueRow, 'id' | 'lease'>,
  { checked_at, check_at }: { checked_at: string; check_at: string | null },
): Promise<boolean> => {
  const rows = await db.query(
    'provider_end_check',
    `update provider_sessions set checked_at = $3, check_at = $4, lease = null, lease_until = null,
        refresh_token = case when $4::timestamptz is null then null else refresh_token end
      where id = $1 and lease = $2 returning 1`,
    [id, lease, checked_at, check_at],
  )
  return rows.length > 0
}

/** Stores the refresh token that replaces the old one. Returns false if another process has the session. */
export const storeToken = async (db: Database, { id, lease }: Pick<DueRow, 'id' | 'lease'>, sealed: Buffer): Promise<boolean> => {
  const rows = await db.query(
    'provider_store_token',
    'update provider_sessions set refresh_token = $3::bytea where id = $1 and lease = $2 returning 1',
    [id, lease, bytea(sealed)],
  )
  return rows.length > 0
}

/**
 * Finds the sessions that a logout token names. If it names a provider session: the sessions created from it, and the person's sessions
 * whose provider session is unknown. If it names only the person: all sessions of the person, including ended ones. Live sessions come
 * first, each group oldest first.
 */
export const namedByLogout = async (
  db: Database,
  issuer: string,
  subject: string | null,
  provider_session: string | null,
): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    'provider_named_by_logout',
    `select p.id from provider_sessions p join console_sessions s on s.id = p.id
      where p.issuer = $1 and (s.revoked_at is null or $3::text is null) and (p.subject = $2 or $2::text is null)
        and case when $3::text is null then true else p.provider_session = $3 or (p.provider_session is null and p.subject = $2) end
      order by s.revoked_at is not null, s.created_at`,
    [issuer, subject, provider_session],
  )
  return rows.map(({ id }) => id)
}
