// Commands to create and open sign-in links and to end sessions, shared by the endpoints and the command line.

import { ACCESS, asAccess, lifeOf } from '@backhaul/core/access.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Tables } from '@backhaul/core/tables.ts'
import type { Static } from 'typebox'
import type { Plan } from '../../commit/plan.ts'
import { bytea } from '../../database/columns.ts'
import type { Context } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { actingOperator, auditPlan, type OperatorActor, operatorOf } from '../../service/audit.ts'
import { countAbove, decideLate, leaving, MOST_ABOVE } from '../../service/descent.ts'
import { type CommandResult, Execution } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import type { LinkRow, SessionRow } from '../../service/sessions.ts'
import { newCredential, readCredential, sha256 } from '../../storage/secrets.ts'
import { findStore } from '../network/stores.ts'
import { decideGrant, type Grantor, whyNotUsable } from './decide.ts'
import { countLiveLinks, countLiveSessions, findSession, findWholeLink, findWholeSession, type Sight, sessionsOfPerson } from './queries.ts'
import { JUST_OPENED, linkResource, sessionDetail, sessionResource } from './resource.ts'
import type { LinkCreate } from './schema.ts'
import { LINK_S } from './schema.ts'

/** Limits per partner, and for the operator. */
export const MAX_LIVE_LINKS = 1_000
export const MAX_LIVE_SESSIONS = 5_000

export const linkNotFound = (): Refusal =>
  refuse('not_found', 'No sign-in link has this id; GET /v2/console-links lists the links.', { field: 'id' })
export const sessionNotFound = (): Refusal =>
  refuse('not_found', 'No session has this id; GET /v2/console-sessions lists the sessions.', { field: 'id' })

/** The creator of a link. */
export interface Maker extends Grantor {
  actor: OperatorActor
  /** Whether the audit trail records the action. Only actions of the operator are in the audit trail. */
  is_audited: boolean
  /** The key on which the link and its session depend. They end when the key ends. */
  key_id: string | null
}

export const makerOf = ({ caller }: Context): Maker => ({
  partner_id: caller.key.partner_id,
  scopes: caller.key.scopes,
  actor: actingOperator(caller),
  is_audited: operatorOf(caller) !== null,
  key_id: caller.key.session ? caller.key.session.made_by : caller.key.id,
})

/**
 * The links and sessions that the caller may see or, with `ending`, may end. A key sees all links and sessions that it could have created,
 * because any program may hold it. A person who signed in to read a partner's data sees the same ones, but may end only the person's own
 * session.
 */
export const sightOf = (context: Context, ending = false): Sight => {
  const { session, scopes } = context.caller.key
  const endpoints = session && ACCESS[session.access].endpoints
  const others = endpoints === null || endpoints === 'all' || (endpoints.reads && !ending)
  return { tenant: context.caller.partner?.id ?? null, scopes: session && !ending ? null : scopes, own: session?.id ?? null, others }
}

/** Replaces `current` by the id of the caller's session. */
export const sessionIdOf = ({ caller }: Context, id: string): string => (id === 'current' ? (caller.key.session?.id ?? id) : id)

type NewLink = Static<typeof LinkCreate>

const MAKER_SESSION = /^session:(ses_[0-9a-z]{26}) /
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u
const CONTROLS = /\p{Cc}/u

const checkPerson = ({ name, email }: NewLink): Refusal | null => {
  if (CONTROLS.test(name) || name.trim() === '')
    return invalidField('/name', 'name', 'must be a name without line breaks or other control characters')
  return EMAIL.test(email) ? null : invalidField('/email', 'email', 'must be an email address such as ada@example.com')
}

/**
 * Creates a sign-in link. `url` is the base address of the pages. Errors: `validation_failed`, `insufficient_scope`, `not_found`,
 * `console_limit_reached`.
 */
export const makeLink = async (service: Service, by: Maker, url: string, input: NewLink): Promise<CommandResult> => {
  const unfit = checkPerson(input)
  if (unfit) return unfit
  const grant = decideGrant(by, input)
  if (isRefusal(grant)) return grant
  if (input.store_id !== undefined && !(await findStore(service.db, input.store_id)))
    return refuse('not_found', 'No store has this id; GET /v2/drop-off-locations lists the stores.', { field: 'store_id' })
  if (grant.partner_id !== null && !(await service.keyCache.partner(grant.partner_id)))
    return refuse('not_found', 'No partner has this id; GET /v2/ops/partners lists the partners.', { field: 'partner_id' })
  const now_ms = service.clock.now()
  if ((await countLiveLinks(service.db, grant.partner_id, iso(now_ms))) >= MAX_LIVE_LINKS)
    return refuse('console_limit_reached', `There are ${MAX_LIVE_LINKS} unopened links, which is the maximum; withdraw some links first.`, {
      of: 'links',
      limit: MAX_LIVE_LINKS,
    })
  const maker = MAKER_SESSION.exec(by.actor)?.[1]
  if (maker !== undefined && (await countAbove(service.db, maker)) >= MOST_ABOVE)
    return refuse(
      'console_limit_reached',
      `This session descends from ${MOST_ABOVE} other sessions, which is the maximum; create the link with a key.`,
      {
        of: 'descent',
        limit: MOST_ABOVE,
      },
    )
  const id = newId('link')
  const text = newCredential(service.config.environment, id)
  const row = {
    id,
    token_hash: bytea(sha256(text)),
    name: input.name,
    email: input.email,
    access: input.access,
    ...grant,
    store_id: input.store_id ?? null,
    path: input.path ?? null,
    made_by: by.actor,
    made_by_key: by.key_id,
    created_at: iso(now_ms),
    expires_at: iso(now_ms + (input.expires_in ?? LINK_S) * 1000),
    used_at: null,
    revoked_at: null,
  }
  const body = linkResource({ ...row, key_revoked_at: null, maker_left_at: null })
  const audit = by.is_audited
    ? auditPlan(service, { actor: by.actor, action: 'console_link.created', subject: id, before: null, after: body })
    : {}
  const plan: Plan = { inserts: [['console_links', row], ...(audit.inserts ?? [])] }
  return { status: 201, body: { ...body, url: `${url}/sign-in#${text}` }, plan, grants: { scopes: grant.scopes } }
}

const unknownLink = (): Refusal =>
  refuse('not_found', 'This is not a sign-in link of this service; check that you copied the whole link.', { field: 'token' })

/**
 * Finds the link of a token, even if the link was used or withdrawn or has expired. Errors: `not_found`; `wrong_environment`; Unavailable
 * when too many look-ups wait.
 */
export const linkOfToken = async (service: Service, token: string): Promise<LinkRow | Refusal> => {
  const { environment } = service.config
  const named = readCredential('link', token)
  if (!named) return unknownLink()
  if (named.environment !== environment)
    return refuse(
      'wrong_environment',
      `This link is for the ${named.environment} service, but this is the ${environment} service; ask for a link to this service.`,
      {
        key_environment: named.environment,
        environment,
      },
    )
  const link = await service.keyCache.link(named.id)
  return link && sha256(token).equals(link.token_hash) ? link : unknownLink()
}

/**
 * Refuses a link if the given session is live and belongs to another person or partner. A person who follows a link must not end up in
 * somebody else's session. Null: the link may be opened. Errors: Unavailable when too many look-ups wait.
 */
export const whyAnother = async (service: Service, { name, email, partner_id }: LinkRow, session_id: string): Promise<Refusal | null> => {
  const session = await service.keyCache.session(session_id)
  if (!session || (session.email === email && session.partner_id === partner_id)) return null
  return refuse(
    'link_of_another',
    `This link is for ${name}; to sign in as ${name} in this browser, open the link without \`session_id\`.`,
    {
      name,
    },
  )
}

/** A new session and the text of its cookie. The browser may get the cookie only after the session is committed. */
const newSession = (service: Service, link: Tables['console_links'], now_ms: number) => {
  const id = newId('session')
  const text = newCredential(service.config.environment, id)
  const access = asAccess(link.access)
  if (!access) return null
  const { idle_s, most_s } = lifeOf(access)
  const { name, email, scopes, store_id, partner_id, path, made_by, made_by_key } = link
  const row = {
    id,
    cookie_hash: bytea(sha256(text)),
    link_id: link.id,
    ...{ name, email, access, scopes, store_id, partner_id, path, made_by, made_by_key, idle_s },
    created_at: iso(now_ms),
    expires_at: iso(now_ms + most_s * 1000),
    revoked_at: null,
    left_at: null,
  }
  return { row, text, most_s }
}

/**
 * Uses the link up and creates its session, in one statement that writes nothing if another request was first. `cookie` makes the
 * `Set-Cookie` header for a cookie with this text and this lifetime in seconds.
 */
export const openLink = async (
  service: Service,
  link_id: string,
  cookie: (text: string, seconds: number) => string,
): Promise<CommandResult> => {
  const link = await findWholeLink(service.db, link_id)
  if (!link) return unknownLink()
  const now_ms = service.clock.now()
  const refused = whyNotUsable(link, now_ms)
  if (refused) return refused
  const made = newSession(service, link, now_ms)
  if (!made) return unknownLink()
  if ((await countLiveSessions(service.db, link.partner_id, iso(now_ms))) >= MAX_LIVE_SESSIONS)
    return refuse(
      'console_limit_reached',
      `There are ${MAX_LIVE_SESSIONS} live sessions, which is the maximum; end some sessions first, then open the link again.`,
      {
        of: 'sessions',
        limit: MAX_LIVE_SESSIONS,
      },
    )
  const body = await sessionDetail(service, { ...made.row, ...JUST_OPENED })
  const after = sessionResource({ ...made.row, ...JUST_OPENED })
  const actor = `session:${made.row.id} ${link.email}`
  const audit =
    link.partner_id === null
      ? auditPlan(service, { actor, action: 'console_session.opened', subject: made.row.id, before: null, after })
      : {}
  const plan: Plan = {
    updates: [['console_links', { ...link, used_at: iso(now_ms) }]],
    inserts: [['console_sessions', made.row], ...(audit.inserts ?? [])],
  }
  return { status: 201, body, plan, headers: { 'set-cookie': cookie(made.text, made.most_s) } }
}

/**
 * Withdraws a link. A link that was already opened stays as it is; its session can be ended instead. `found` is the link as the caller sees
 * it.
 */
export const withdrawLink = async (service: Service, actor: OperatorActor | null, found: LinkRow | null): Promise<CommandResult> => {
  const whole = found && (await findWholeLink(service.db, found.id))
  if (!whole) return linkNotFound()
  if (whole.used_at || whole.revoked_at) return { status: 204, body: '', plan: {} }
  const revoked_at = iso(service.clock.now())
  const [before, after] = [linkResource(found), linkResource({ ...found, revoked_at })]
  const audit = actor ? auditPlan(service, { actor, action: 'console_link.withdrawn', subject: found.id, before, after }) : {}
  return { status: 204, body: '', plan: { ...audit, updates: [['console_links', { ...whole, revoked_at }]] } }
}

export interface Ending {
  /** Reason for the audit trail, if the session ends without a request to end it. */
  reason?: string
  /**
   * Set if the person left. Says which sessions end together with their descendants (the sessions of links created in them). `session`:
   * only this session; `over`: this session and the person's sessions that had already ended; `person`: all sessions of the person.
   */
  left?: 'session' | 'over' | 'person' | undefined
  /** Limits which other sessions of the person may be ended. Absent: all of them. */
  sight?: Sight
}

type Whole = NonNullable<Awaited<ReturnType<typeof findWholeSession>>>

/** The other sessions of a person who left. */
const othersOf = async (service: Service, id: string, { left, sight }: Ending): Promise<Whole[]> => {
  if (left !== 'over' && left !== 'person') return []
  const ids: string[] = []
  for (const one of await sessionsOfPerson(service.db, id))
    if (one !== id && (sight ? await findSession(service.db, sight, one) : true)) ids.push(one)
  const rows = (await Promise.all(ids.map((one) => findWholeSession(service.db, one)))).filter((row) => row !== null)
  return left === 'person' ? rows : rows.filter((row) => row.revoked_at || service.clock.now() >= Date.parse(row.expires_at))
}

/**
 * Ends a session. After the commit the caller must remove the session from the cache, or call `endedAsLeft` if the person left. `found` is
 * the session as the caller sees it.
 */
export const endSession = async (
  service: Service,
  actor: OperatorActor | null,
  found: SessionRow | null,
  ending: Ending = {},
): Promise<CommandResult> => {
  const { reason, left } = ending
  const whole = found && (await findWholeSession(service.db, found.id))
  if (!whole) return sessionNotFound()
  if (whole.revoked_at && !left) return { status: 204, body: '', plan: {} }
  const now = iso(service.clock.now())
  const end = <Row extends Pick<Whole, 'revoked_at' | 'left_at'>>(row: Row): Row => ({
    ...row,
    revoked_at: row.revoked_at ?? now,
    left_at: left ? now : row.left_at,
  })
  const others = await othersOf(service, found.id, ending)
  const leave = left && (await leaving(service, actor ?? `session:${found.id}`, [whole.id, ...others.map(({ id }) => id)]))
  const why = reason ?? (left && 'left')
  const after = { ...sessionResource(end(found)), ...(why !== undefined && { reason: why }), ...leave?.told }
  const lineOf = (subject: string, before: object, then: object) =>
    actor ? (auditPlan(service, { actor, action: 'console_session.ended', subject, before, after: then }).inserts ?? []) : []
  const ofOthers = others
    .filter((row) => !row.revoked_at)
    .flatMap(({ id }) => lineOf(id, { revoked_at: null }, { revoked_at: now, reason: why }))
  const updates = [whole, ...others].map((row) => ['console_sessions', end(row)] as const)
  return {
    status: 204,
    body: '',
    plan: {
      inserts: [...lineOf(found.id, sessionResource(found), after), ...ofOthers, ...(leave?.plan.inserts ?? [])],
      updates: [...updates, ...(leave?.plan.updates ?? [])],
    },
  }
}

/**
 * Must be called after the commit that ended the session of a person who left. It makes all processes clear their caches, and finds keys
 * that were created in the meantime.
 */
export const endedAsLeft = async (service: Service, actor: OperatorActor, id: string): Promise<void> => {
  await service.keyCache.forgetAll()
  const late = await new Execution(service).execute(async () => {
    const ids = await sessionsOfPerson(service.db, id)
    const rows = await Promise.all(ids.map((one) => findWholeSession(service.db, one)))
    return decideLate(
      service,
      actor,
      rows.filter((row) => row?.left_at).map((row) => (row as Whole).id),
    )
  })
  if (isRefusal(late)) throw new Error(`the keys of a person who left could not be listed: ${late.message}`)
}
