// What descends from a session: its links, the sessions that were opened with them, and so on. `made_by` of a link or session names the
// session in which it was made, so reading one also finds the sessions above it; it has ended if the person of one of these left
// (service/sessions.ts). Keys may be in programs, so they wait for a decision instead (docs/guide/sign-in.md#when-somebody-leaves).

import type { Tables } from '@backhaul/core/tables.ts'
import type { Plan } from '../commit/plan.ts'
import type { Database } from '../database/db.ts'
import { iso } from '../process/clock.ts'
import { auditPlan, type OperatorActor } from './audit.ts'
import type { CommandResult } from './execute.ts'
import type { Service } from './service.ts'
import { MADE_IN, madeAbove } from './sessions.ts'

/** The longest chain of sessions. Nobody needs a longer one, and reading a session reads all sessions above it. */
export const MOST_ABOVE = 20
/** A search stops here; each step goes one link or key further. */
const MOST_STEPS = 2 * MOST_ABOVE

interface Found {
  kind: 'session' | 'key'
  id: string
}

const SESSIONS_MADE = `select 'session' as kind, s.id from console_sessions s where ${MADE_IN('s')} = any ($1::text[])`
/** SQL: a line of the trail by which somebody holds a key as if they had made it: they know its new secret, or raised it. */
const TOOK_OVER = `(a.action = 'key.secret_rotated' or a.action = 'key.changed'
    and (a.before -> 'scopes' <> a.after -> 'scopes' or a.before -> 'allow_ips' <> a.after -> 'allow_ips'))`
/** Of the sessions that a key let in, only an operator's make keys. */
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
  for (let steps = 0; last.length > 0 && steps < MOST_STEPS; steps++) {
    const of = (kind: Found['kind']) => last.filter((one) => one.kind === kind).map(({ id }) => id)
    const found = await step(of('session'), of('key'))
    last = found.filter(({ kind, id }) => !known[kind].has(id))
    for (const { kind, id } of last) known[kind].add(id)
  }
  return known
}

/**
 * `sessions` includes those given. `keys`: made in these sessions, made with these keys, and made by operators whom these keys let in. Giving a key
 * other scopes or addresses, and rotating its secret, is as making it.
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

/** How many sessions would be above a session made in this one. */
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

/** What the person's leaving means for what descends from these sessions: the plan, and what the audit trail says of it. */
export const leaving = async (service: Service, actor: OperatorActor, begin: readonly string[]) => {
  const { sessions, links, keys } = await descentOf(service.db, begin)
  const ended = { sessions: sessions.filter((id) => !begin.includes(id)), links }
  return { plan: await decideKeys(service, actor, keys), told: { ended, keys } }
}

/** What a person whose access changed has from now on. */
export interface Held {
  scopes: readonly string[]
  /** Null: of the operator, with all partners. */
  partner_id: string | null
}

/** SQL: a row that grants more than the scopes $2 of the partner $3. */
const EXCEEDS = '(not scopes <@ $2::text[] or ($3::text is not null and partner_id is distinct from $3))'

/**
 * The person of this session has less access now: sessions and links that descend from it and hold more end, as when their maker leaves, and keys
 * that hold more wait for a decision.
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

/** Looks again for keys after the commit, because keys that were being made while the person left were not found before. */
export const decideLate = async (service: Service, actor: OperatorActor, begin: readonly string[]): Promise<CommandResult> => {
  const { keys } = await descentOf(service.db, begin)
  return { status: 204, body: '', plan: await decideKeys(service, actor, keys) }
}

/** The other way round: what a new key needs if its maker left meanwhile, or is a key that waits for a decision itself. */
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
