import { isId } from '@backhaul/core/ids.ts'
import type { Tables } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import { LINKS, type LinkRow, MAKER_LEFT, SESSIONS, type SessionRow } from '../../service/sessions.ts'

/** Limits the links and sessions that a caller sees to those whose scopes the caller has too. */
export interface Sight {
  /** The partner whose links and sessions the caller may see. Null: those of all partners and the operator. */
  tenant: string | null
  /** Null: any scopes. */
  scopes: readonly string[] | null
  /** The caller's own session, which is always visible. */
  own: string | null
  /** Whether the caller sees any links or sessions besides its own session. */
  others: boolean
}

const WITHIN = '($2::text is null or partner_id = $2) and ($3::text[] is null or scopes <@ $3)'
const SEEN = `(id = $4 or ($5 and ${WITHIN}))`
const valuesOf = ({ tenant, scopes, own, others }: Sight) => [tenant, scopes, own, others]

export const findLink = async (db: Database, sight: Sight, id: string): Promise<LinkRow | null> =>
  isId('link', id) ? db.one<LinkRow>('console_link', `${LINKS} where l.id = $1 and ${SEEN}`, [id, ...valuesOf(sight)]) : null

export const findSession = async (db: Database, sight: Sight, id: string): Promise<SessionRow | null> =>
  isId('session', id) ? db.one<SessionRow>('console_session', `${SESSIONS} where s.id = $1 and ${SEEN}`, [id, ...valuesOf(sight)]) : null

const PAGE = '($6::timestamptz is null or (created_at, id) < ($6, $7)) order by created_at desc, id desc limit $1'
const pageValues = (sight: Sight, after: Position | null, limit: number | null) => [
  limit,
  ...valuesOf(sight),
  after?.created_at ?? null,
  after?.id ?? null,
]

/** Lists links, newest first. A null `limit` lists all of them. */
export const listLinks = (db: Database, sight: Sight, after: Position | null, limit: number | null): Promise<LinkRow[]> =>
  db.query<LinkRow>('console_links_list', `${LINKS} where ${SEEN} and ${PAGE}`, pageValues(sight, after, limit))

export const listSessions = (db: Database, sight: Sight, after: Position | null, limit: number | null): Promise<SessionRow[]> =>
  db.query<SessionRow>('console_sessions_list', `${SESSIONS} where ${SEEN} and ${PAGE}`, pageValues(sight, after, limit))

type Whole<Table extends 'console_links' | 'console_sessions'> = Tables[Table] & { xmin: string }

/** Finds a link with all columns, as plans write it. */
export const findWholeLink = (
  db: Database,
  id: string,
): Promise<(Whole<'console_links'> & Pick<LinkRow, 'key_revoked_at' | 'maker_left_at'>) | null> =>
  db.one(
    'console_link_whole',
    `select l.*, token_hash::text as token_hash, xmin::text as xmin, ${MAKER_LEFT('l')} as maker_left_at,
       (select revoked_at from api_keys k where k.id = made_by_key) as key_revoked_at from console_links l where id = $1`,
    [id],
  )

export const findWholeSession = (db: Database, id: string): Promise<Whole<'console_sessions'> | null> =>
  db.one('console_session_whole', 'select *, cookie_hash::text as cookie_hash, xmin::text as xmin from console_sessions where id = $1', [
    id,
  ])

/**
 * If the person of this session signed in at a provider, returns all sessions of the person, including ended ones. Otherwise returns only
 * this session.
 */
export const sessionsOfPerson = async (db: Database, id: string): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    'console_sessions_of_person',
    `select $1::text as id union
     select o.id from provider_sessions p join provider_sessions o on o.issuer = p.issuer and o.subject = p.subject where p.id = $1`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Counts a partner's links (null: the operator's) that can still be opened. */
export const countLiveLinks = async (db: Database, partner_id: string | null, now: string): Promise<number> => {
  const row = await db.one<{ n: number }>(
    'console_links_live',
    `select count(*)::int as n from console_links
      where partner_id is not distinct from $1 and used_at is null and revoked_at is null and expires_at > $2`,
    [partner_id, now],
  )
  return row?.n ?? 0
}

/** Counts a partner's live sessions (null: the operator's). */
export const countLiveSessions = async (db: Database, partner_id: string | null, now: string): Promise<number> => {
  const row = await db.one<{ n: number }>(
    'console_sessions_live',
    `select count(*)::int as n from console_sessions s left join key_uses u on u.id = s.id
      where partner_id is not distinct from $1 and revoked_at is null and expires_at > $2
        and coalesce(u.last_used_at, s.created_at) + make_interval(secs => idle_s) > $2`,
    [partner_id, now],
  )
  return row?.n ?? 0
}
