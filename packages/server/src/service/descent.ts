// Descendants of a session: its links, the sessions opened with these links, and so on. `made_by` of a link or session names the session
// that created it. So reading a session also finds its ancestors. A session is over if the person of one of its ancestors has left
// (service/sessions.ts). Keys do not end, because programs may use them. They wait for a decision instead
// (docs/guide/sign-in.md#when-a-person-leaves).

import type { Tables } from '@backhaul/core/tables.ts'
import type { Plan } from '../commit/plan.ts'
import type { Database } from '../database/db.ts'
import { iso } from '../process/clock.ts'
import { auditPlan, type OperatorActor } from './audit.ts'
import type { CommandResult } from './execute.ts'
import type { Service } from './service.ts'
import { MADE_IN, madeAbove } from './sessions.ts'

/** Maximum length of a chain of sessions. Nobody needs a longer chain, and each read of a session reads all its ancestors. */
export const MOST_ABOVE = 20
/** Maximum number of steps in a search. Each step goes one link or key further. */
const MAX_STEPS = 2 * MOST_ABOVE

interface Found {
  kind: 'session' | 'key'
  id: string
}

const SESSIONS_MADE = `select 'session' as kind, s.id from console_sessions s where ${MADE_IN('s')} = any ($1::text[])`
/**
 * SQL condition: whether this audit line makes an operator a creator of the key. It does if the operator rotated the key's secret (and so
 * knows the new one), or changed the key's scopes or addresses.
 */
const TOOK_OVER = `(a.action = 'key.secret_rotated' or a.action = 'key.changed'
    and (a.before -> 'scopes' <> a.after -> 'scopes' or a.before -> 'allow_ips' <> a.after -> 'allow_ips'))`
/** Only sessions with operator access can create keys. So among the sessions that were opened through a key, only these are searched. */
const KEYS_MADE = `
  select 'session' as kind, s.id from console_sessions s where s.made_by_key = any ($2::text[]) and s.access = 'operator'
  union all
  select 'key', k.id from api_keys k where ${MADE_IN('k')} = any ($1::text[]) or substr(k.made_by, 5) = any ($2::text[])
  union all
  select 'key', a.subject from console_sessions s join operator_audit a on a.actor = 'session:' || s.id || ' ' || s.email
   where s.id = any ($1::text[]) and ${TOOK_OVER}
  union all
  select 'key', a.subject from unnest($2::text[]) as m join operator_audit a on a.actor = 'key:' || m where ${TOOK_OVER}`

const search = async (begin: readonly string[], step: (sessions: string[], keys: string[]) => Promise<Found[]>) => {
  const known = { session: new Set(begin), key: new Set<string>() }
  let last: Found[] = begin.map((id) => ({ kind: 'session', id }))
  for (let steps = 0; last.length > 0 && steps < MAX_STEPS; steps++) {
    const of = (kind: Found['kind']) => last.filter((one) => one.kind === kind).map(({ id }) => id)
    const found = await step(of('session'), of('key'))
    last = found.filter(({ kind, id }) => !known[kind].has(id))
    for (const { kind, id } of last) known[kind].add(id)
  }
  return known
}

/**
 * Finds all descendants. `sessions` includes the given ones. `keys` are the keys created in these sessions, with these keys, or by
 * operators who signed in through these keys. Giving a key other scopes or addresses, or rotating its secret, counts as creating it.
 */
const descentOf = async (db: Database, begin: readonly string[]): Promise<{ sessions: string[]; links: string[]; keys: string[] }> => {
  const { session } = await search(begin, (sessions) => db.query<Found>('descent_sessions', SESSIONS_MADE, [sessions]))
  const sessions = [...session]
  const { key } = await search(sessions, (of, keys) =>
    db.query<Found>('descent_keys', `${SESSIONS_MADE} union all ${KEYS_MADE}`, [of, keys]),
  )
  const links = await db.query<{ id: string }>(
    'descent_links',
    `select l.id from console_links l where ${MADE_IN('l')} = any ($1::text[]) and used_at is null and revoked_at is null and expires_at > now()`,
    [sessions],
  )
  return { sessions, links: links.map(({ id }) => id), keys: [...key] }
}

/** Number of ancestors that a session created in this session would have. */
export const countAbove = async (db: Database, session_id: string): Promise<number> => {
  const row = await db.one<{ n: number }>('descent_above', `select count(*)::int as n from (${madeAbove('$1::text')}) a`, [session_id])
  return row?.n ?? 0
}

/** Makes live keys wait for a decision, unless they already do. */
const decideKeys = async (service: Service, actor: OperatorActor, ids: readonly string[]): Promise<Plan> => {
  const rows = await service.db.query<Tables['api_keys'] & { xmin: string }>(
    'descent_undecided',
    `select *, secret_hash::text as secret_hash, xmin::text as xmin from api_keys
      where id = any ($1::text[]) and decide_since is null and revoked_at is null`,
    [ids],
  )
  const decide_since = iso(service.clock.now())
  const audits = rows.map(({ id }) =>
    auditPlan(service, { actor, action: 'key.to_decide', subject: id, before: { decide_since: null }, after: { decide_since } }),
  )
  return {
    updates: rows.map((row) => ['api_keys', { ...row, decide_since }] as const),
    inserts: audits.flatMap(({ inserts = [] }) => inserts),
  }
}

/** What happens to the descendants of these sessions when their person leaves: the plan, and the details for the audit trail. */
export const leaving = async (service: Service, actor: OperatorActor, begin: readonly string[]) => {
  const { sessions, links, keys } = await descentOf(service.db, begin)
  const ended = { sessions: sessions.filter((id) => !begin.includes(id)), links }
  return { plan: await decideKeys(service, actor, keys), told: { ended, keys } }
}

/** The access that a person has after a change. */
export interface Held {
  scopes: readonly string[]
  /** Null: an operator, with access to all partners. */
  partner_id: string | null
}

/** SQL: whether a row grants more than the scopes $2, or reaches beyond the partner $3. */
const EXCEEDS = '(not scopes <@ $2::text[] or ($3::text is not null and partner_id is distinct from $3))'

/**
 * Reduces the access of a signed-in person. Descendant sessions and links that have more access than the person now has end. Descendant keys with more access wait for a decision.
 */
export const lowering = async (service: Service, actor: OperatorActor, session_id: string, { scopes, partner_id }: Held) => {
  const { db, clock } = service
  const below = await descentOf(db, [session_id])
  const values = (ids: readonly string[]) => [ids.filter((id) => id !== session_id), scopes, partner_id]
  const sessions = await db.query<Tables['console_sessions'] & { xmin: string }>(
    'descent_sessions_above',
    `select *, cookie_hash::text as cookie_hash, xmin::text as xmin from console_sessions
      where id = any ($1::text[]) and left_at is null and ${EXCEEDS}`,
    values(below.sessions),
  )
  const links = await db.query<Tables['console_links'] & { xmin: string }>(
    'descent_links_above',
    `select *, token_hash::text as token_hash, xmin::text as xmin from console_links
      where id = any ($1::text[]) and used_at is null and revoked_at is null and ${EXCEEDS}`,
    values(below.links),
  )
  const keys = await db.query<{ id: string }>(
    'descent_keys_above',
    `select id from api_keys where id = any ($1::text[]) and revoked_at is null and decide_since is null and ${EXCEEDS}`,
    values(below.keys),
  )
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const now = iso(clock.now())
  const ended = [
    ...sessions.map((row) => ['console_sessions', { ...row, revoked_at: row.revoked_at ?? now, left_at: now }] as const),
    ...links.map((row) => ['console_links', { ...row, revoked_at: now }] as const),
  ]
  const { inserts = [], updates = [] } = await decideKeys(service, actor, ids(keys))
  return {
    plan: { inserts, updates: [...ended, ...updates] },
    told: { ended: { sessions: ids(sessions), links: ids(links) }, keys: ids(keys) },
  }
}

/** Searches for keys again after the commit. The first search could not find keys that were being created while the person left. */
export const decideLate = async (service: Service, actor: OperatorActor, begin: readonly string[]): Promise<CommandResult> => {
  const { keys } = await descentOf(service.db, begin)
  return { status: 204, body: '', plan: await decideKeys(service, actor, keys) }
}

/** Makes a new key wait for a decision if its creator has left in the meantime, or if the key that created it waits for a decision. */
export const decideNew = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const left = await service.db.one(
    'descent_of_key',
    `select 1 from api_keys k where k.id = $1 and (
       exists (select from (${madeAbove(MADE_IN('k'))}) a where a.left_at is not null)
       or exists (select from api_keys m where m.id = substr(k.made_by, 5) and m.decide_since is not null and m.revoked_at is null))`,
    [id],
  )
  return { status: 204, body: '', plan: left ? await decideKeys(service, actor, [id]) : {} }
}
