// Sessions of people who signed in at the provider: opening, ending and changes of access.
import { ACCESS, lifeOf } from '@backhaul/core/access.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Plan } from '../../../commit/plan.ts'
import { bytea } from '../../../database/columns.ts'
import { iso } from '../../../process/clock.ts'
import type { Environment } from '../../../process/config.ts'
import { newId } from '../../../process/ids.ts'
import type { AccessOfClaim } from '../../../process/provider-settings.ts'
import { auditPlan } from '../../../service/audit.ts'
import { lowering } from '../../../service/descent.ts'
import { Execution } from '../../../service/execute.ts'
import { mergePlans } from '../../../service/plan.ts'
import type { Service } from '../../../service/service.ts'
import { WITHOUT_CHECK_MS } from '../../../service/sessions.ts'
import { decrypt, encrypt, newCredential, sha256 } from '../../../storage/secrets.ts'
import { findStore } from '../../network/stores.ts'
import { type Ending, endedAsLeft, endSession, MAX_LIVE_SESSIONS } from '../command.ts'
import { countLiveSessions, findSession, findWholeSession, type Sight } from '../queries.ts'
import { JUST_OPENED, sessionResource } from '../resource.ts'
import type { Arrived } from './provider.ts'

/** Internal reads see all rows. Their results are never returned to a caller. */
const ANY: Sight = { tenant: null, scopes: null, own: null, others: true }
/** Time between checks of a session. Shorter than necessary, so that a failed check can be repeated. */
export const CHECK_EVERY_MS = 25 * 60_000

export const refreshContext = (environment: Environment, id: string): string => `provider-refresh/${environment}/${id}`
export const sealToken = (service: Service, id: string, text: string): Buffer =>
  encrypt(service.masterKey, text, refreshContext(service.config.environment, id))
export const openToken = (service: Service, id: string, sealed: Buffer): string =>
  decrypt(service.masterKey, sealed, refreshContext(service.config.environment, id))

/** The actor in the audit trail when the provider causes a session to end. */
const providerActor = (service: Service): string => `provider:${service.config.provider?.issuer}`

/** Names the partner or store of a rule that does not exist. Null if both exist. */
const whatIsMissing = async (service: Service, { partner_id, store_id }: AccessOfClaim): Promise<string | null> => {
  if (partner_id !== null && !(await service.keyCache.partner(partner_id))) return `the partner ${partner_id}`
  return store_id !== null && !(await findStore(service.db, store_id)) ? `the store ${store_id}` : null
}

const granted = ({ access, partner_id, store_id }: AccessOfClaim) => ({
  access,
  scopes: [...ACCESS[access].scopes],
  partner_id,
  store_id,
  idle_s: lifeOf(access).idle_s,
})

export interface Opened {
  id: string
  /** Text of the cookie. */
  text: string
  most_s: number
}

/** Opens a session. Errors: `console_limit_reached`, `not_found` for a partner or store that the setting names and that does not exist. */
export const openSession = async (
  service: Service,
  person: { name: string; email: string },
  rule: AccessOfClaim,
  arrived: Arrived,
): Promise<Opened | Refusal> => {
  const missing = await whatIsMissing(service, rule)
  if (missing) return refuse('not_found', `BACKHAUL_OIDC_ACCESS names ${missing}, which does not exist.`, {})
  const now_ms = service.clock.now()
  if ((await countLiveSessions(service.db, rule.partner_id, iso(now_ms))) >= MAX_LIVE_SESSIONS)
    return refuse('console_limit_reached', `There are ${MAX_LIVE_SESSIONS} live sessions, which is the maximum; end some sessions first.`, {
      of: 'sessions',
      limit: MAX_LIVE_SESSIONS,
    })
  const id = newId('session')
  const text = newCredential(service.config.environment, id)
  const most_s = lifeOf(rule.access).most_s
  const row = {
    id,
    cookie_hash: bytea(sha256(text)),
    link_id: null,
    ...person,
    ...granted(rule),
    made_by: providerActor(service),
    made_by_key: null,
    created_at: iso(now_ms),
    // Without a refresh token the provider cannot be asked, so the session ends as if the provider never answered.
    expires_at: iso(now_ms + (arrived.refresh_token === null ? Math.min(most_s * 1000, WITHOUT_CHECK_MS) : most_s * 1000)),
    revoked_at: null,
    left_at: null,
    path: null,
  }
  const known = {
    id,
    issuer: service.config.provider?.issuer as string,
    subject: arrived.subject,
    provider_session: arrived.provider_session,
    refresh_token: arrived.refresh_token === null ? null : bytea(sealToken(service, id, arrived.refresh_token)),
    checked_at: iso(now_ms),
    check_at: arrived.refresh_token === null ? null : iso(now_ms + CHECK_EVERY_MS),
    lease: null,
    lease_until: null,
  }
  const after = sessionResource({ ...row, ...JUST_OPENED, issuer: known.issuer, subject: known.subject })
  const audit = { actor: `session:${id} ${person.email}`, action: 'console_session.opened', subject: id, before: null, after }
  const made = await new Execution(service).execute(async () => ({
    status: 201,
    body: '',
    plan: { inserts: [['console_sessions', row], ['provider_sessions', known], ...(auditPlan(service, audit).inserts ?? [])] },
  }))
  return isRefusal(made) ? made : { id, text, most_s }
}

export type EndReason = 'signed_out_at_provider' | 'refused' | 'no_access' | 'not_confirmed'

/**
 * For each reason, which sessions end together with their descendants (see Ending). After `not_confirmed` no descendants end, because
 * nobody knows whether the person left.
 */
const LEFT: Partial<Record<EndReason, Ending['left']>> = { signed_out_at_provider: 'session', refused: 'over', no_access: 'over' }

/** Ends a session. `reason` is for the audit trail. When it resolves, all processes of this machine know that the session has ended. */
export const endForProvider = async (service: Service, id: string, reason: EndReason, left = LEFT[reason]): Promise<void> => {
  const outcome = await new Execution(service).execute(async () =>
    endSession(service, providerActor(service), await findSession(service.db, ANY, id), { reason, left }),
  )
  if (isRefusal(outcome) && outcome.code !== 'not_found') throw new Error(`a session could not be ended: ${outcome.message}`)
  if (left) await endedAsLeft(service, providerActor(service), id)
  else await service.keyCache.forget(id)
}

/**
 * Gives a session the access that the provider's claims now grant. Returns false if that access cannot be given. Ends descendants of the
 * session that hold more access.
 */
export const regrant = async (service: Service, id: string, rule: AccessOfClaim): Promise<boolean> => {
  if (await whatIsMissing(service, rule)) return false
  let isChanged = false
  const outcome = await new Execution(service).execute(async () => {
    isChanged = false
    const [found, whole] = [await findSession(service.db, ANY, id), await findWholeSession(service.db, id)]
    const { access, partner_id, store_id } = rule
    const isSame = whole?.access === access && whole.partner_id === partner_id && whole.store_id === store_id
    if (!found || !whole || whole.revoked_at || isSame) return { status: 204, body: '', plan: {} }
    const [before, after] = [sessionResource(found), sessionResource({ ...found, ...granted(rule) })]
    const low = await lowering(service, providerActor(service), id, granted(rule))
    const then = { ...after, ...low.told }
    const audit = auditPlan(service, { actor: providerActor(service), action: 'console_session.changed', subject: id, before, after: then })
    const { most_s } = lifeOf(access)
    const expires_at = iso(Date.parse(whole.created_at) + most_s * 1000)
    const changed: Plan = { ...audit, updates: [['console_sessions', { ...whole, ...granted(rule), expires_at }]] }
    isChanged = true
    return { status: 204, body: '', plan: mergePlans([changed, low.plan]) }
  })
  if (isRefusal(outcome)) throw new Error(`a session could not be changed: ${outcome.message}`)
  if (!isChanged) return true
  await service.keyCache.forgetAll()
  // Until the change above was committed, descendants may have been created with the earlier access. They end now.
  const late = await new Execution(service).execute(async () => {
    const { plan } = await lowering(service, providerActor(service), id, granted(rule))
    return { status: 204, body: '', plan }
  })
  if (isRefusal(late)) throw new Error(`the descendants of a session could not be ended: ${late.message}`)
  await service.keyCache.forgetAll()
  return true
}
