// How operators change partners and keys, through the API or the command line. The statement of every change also writes its audit line.
import { isDeepStrictEqual } from 'node:util'
import { parcelFrom } from '@backhaul/core/parcel.ts'
import { type ApiKey, KEY_ROLES, type KeyRole, type Partner, type Scope } from '@backhaul/core/partner.ts'
import { type FieldError, invalid, invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Parcel } from '@backhaul/core/shipment.ts'
import type { Static } from 'typebox'
import type { Plan } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { isCidr } from '../../process/config.ts'
import { auditPlan, auditRow, type OperatorActor } from '../../service/audit.ts'
import { decideNew } from '../../service/descent.ts'
import { type Answer, type CommandResult, Execution } from '../../service/execute.ts'
import type { Grants } from '../../service/holding.ts'
import type { Service } from '../../service/service.ts'
import { DEFAULT_RATE_LIMIT, newKey, newPartner, newSigningSecret } from './create.ts'
import { checkGrant } from './grants.ts'
import { findKeyRow, findPartner, findWholeKey, type KeyRow, writeKey, writePartner } from './queries.ts'
import { keyResource, partnerResource } from './resource.ts'
import type { KeyChange, KeyCreate, PartnerChange, PartnerCreate } from './schema.ts'

const both = (a: Plan, b: Plan): Plan => ({ inserts: [...(a.inserts ?? []), ...(b.inserts ?? [])] })

const checkCidrs = (cidrs: readonly string[] = []): Refusal | null => {
  const errors = cidrs.flatMap((cidr, i): FieldError[] =>
    isCidr(cidr) ? [] : [{ path: `/allow_ips/${i}`, rule: 'cidr', message: 'must be an IP address or a CIDR such as 203.0.113.0/24' }],
  )
  return errors.length > 0 ? invalid(errors) : null
}

export const partnerNotFound = (field: string): Refusal =>
  refuse('not_found', 'No partner has this id; `partner list` and GET /v2/ops/partners list the partners.', { field })
export const keyNotFound = (): Refusal =>
  refuse('not_found', 'No live key has this id; `key list` and GET /v2/ops/keys list the keys.', { field: 'id' })

/** The schema requires every dimension and the weight, so the defaults here are never used. */
const wholeParcel = (input: Parameters<typeof parcelFrom>[0]): Parcel => parcelFrom(input, { weight: 0, length: 0, width: 0, height: 0 })

/** A key right after its creation. */
const newKeyResource = (key: ApiKey, made_by: string) => keyResource({ ...key, last_used_at: null, made_by, decide_since: null })

interface RequestedScopes {
  role?: KeyRole
  scopes?: readonly Scope[]
}

/** The requested scopes, given as a list or as a role; null if neither is given. Errors: `validation_failed`. */
const askedScopes = (kind: ApiKey['kind'], { role, scopes }: RequestedScopes): readonly Scope[] | null | Refusal => {
  if (role !== undefined && scopes !== undefined)
    return invalidField('/role', 'exclusive', 'must not be combined with scopes; send either role or scopes')
  if (role !== undefined && kind === 'operator')
    return invalidField('/role', 'absent', "must be absent, because roles are only for partners' keys; for an operator's key, send scopes")
  const position = kind === 'partner' ? (scopes?.indexOf('ops') ?? -1) : -1
  if (position >= 0)
    return invalidField(`/scopes/${position}`, 'scope', "must not be `ops`, because only operators' keys can have this scope")
  return role === undefined ? (scopes ?? null) : KEY_ROLES[role]
}

/** Creates a partner and its first key. Returns the credentials, which are shown only once. */
export const addPartner = async (service: Service, actor: OperatorActor, input: Static<typeof PartnerCreate>): Promise<CommandResult> => {
  const unfit = checkCidrs(input.allow_ips)
  if (unfit) return unfit
  const scopes = askedScopes('partner', input)
  if (isRefusal(scopes)) return scopes
  const facts = {
    name: input.name,
    default_return_address: input.default_return_address ?? null,
    default_parcel: input.default_parcel ? wholeParcel(input.default_parcel) : null,
    contact_email: input.contact_email ?? '',
    contact_name: input.contact_name ?? '',
    storage_limit: input.storage_limit ?? null,
  }
  const keyFacts = {
    scopes,
    allow_ips: input.allow_ips ?? [],
    rate_limit: input.rate_limit ?? DEFAULT_RATE_LIMIT,
    signature: input.signature,
    email: '',
    full_name: '',
    made_by: actor,
  }
  const { partner, key, credentials, plan } = newPartner(service, facts, keyFacts)
  const after = {
    ...partnerResource({ ...partner, rate_limit: key.rate_limit, live_keys: 1, storage_used: 0 }),
    key: newKeyResource(key, actor),
  }
  const audit = auditPlan(service, { actor, action: 'partner.created', subject: partner.id, before: null, after })
  return { status: 201, body: credentials, plan: both(plan, audit), grants: { scopes: ['ops'] } }
}

/** Maximum number of attempts at a change, because other requests may keep changing the same row first. */
const MAX_ROUNDS = 10

/** Changes a partner and the rate limit of its live keys. Errors: `not_found`; `unavailable` if other requests keep changing it. */
export const changePartner = async (
  service: Service,
  actor: OperatorActor,
  id: string,
  input: Static<typeof PartnerChange>,
): Promise<ReturnType<typeof partnerResource> | Refusal> => {
  const { rate_limit, default_parcel, ...rest } = input
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await findPartner(service.db, id)
    if (!before) return partnerNotFound('id')
    const { rate_limit: _limit, live_keys: _keys, storage_used, ...row } = before
    const next: Partner = {
      ...row,
      ...rest,
      ...(default_parcel !== undefined && { default_parcel: default_parcel && wholeParcel(default_parcel) }),
      version: before.version + 1,
    }
    const after = partnerResource({
      ...next,
      live_keys: before.live_keys,
      storage_used,
      rate_limit: before.live_keys > 0 ? (rate_limit ?? before.rate_limit) : null,
    })
    const audit = auditRow(service, { actor, action: 'partner.changed', subject: id, before: partnerResource(before), after })
    if (!(await writePartner(service.db, next, rate_limit ?? null, audit))) continue
    await service.keyCache.forgetAll()
    return after
  }
  return refuse('unavailable', 'Other requests are changing this partner; try again.')
}

const keyFactsOf = async (
  service: Service,
  input: Static<typeof KeyCreate>,
): Promise<{ rate_limit: number; scopes: readonly Scope[] | null } | Refusal> => {
  const scopes = askedScopes(input.kind, input)
  if (isRefusal(scopes)) return scopes
  if (input.kind === 'operator') {
    if (input.partner_id !== undefined)
      return invalidField('/partner_id', 'absent', "must be absent: an operator's key belongs to no partner")
    return { scopes, rate_limit: input.rate_limit ?? DEFAULT_RATE_LIMIT }
  }
  if (input.partner_id === undefined) return invalidField('/partner_id', 'required', "is required for a partner's key")
  const partner = await findPartner(service.db, input.partner_id)
  if (!partner) return partnerNotFound('partner_id')
  return { scopes, rate_limit: input.rate_limit ?? partner.rate_limit ?? DEFAULT_RATE_LIMIT }
}

/**
 * Adds a key for the operator, or for a partner with the rate limit of the partner's other keys. Returns the credentials. `granting`: the
 * operator's key that makes the request; null for the command line. If the request names no scopes or no addresses, an operator's key gets
 * those of `granting`.
 */
export const addKey = async (
  service: Service,
  actor: OperatorActor,
  granting: ApiKey | null,
  input: Static<typeof KeyCreate>,
): Promise<CommandResult> => {
  const unfit = checkCidrs(input.allow_ips)
  if (unfit) return unfit
  const facts = await keyFactsOf(service, input)
  if (isRefusal(facts)) return facts
  const grantor = input.kind === 'operator' ? granting : null
  const allow_ips = input.allow_ips ?? grantor?.allow_ips ?? []
  const scopes = facts.scopes ?? grantor?.scopes ?? null
  const beyond = grantor && scopes && checkGrant(grantor, { scopes: [...scopes], allow_ips })
  if (beyond) return beyond
  const { key, credentials, plan } = newKey(service, {
    partner_id: input.partner_id ?? null,
    rate_limit: facts.rate_limit,
    scopes,
    allow_ips,
    signature: input.signature,
    name: input.name,
    email: input.email ?? '',
    full_name: input.full_name ?? '',
    made_by: actor,
  })
  const audit = auditPlan(service, { actor, action: 'key.created', subject: key.id, before: null, after: newKeyResource(key, actor) })
  return { status: 201, body: credentials, plan: both(plan, audit), grants: { scopes: grantor ? key.scopes : ['ops'] } }
}

/**
 * Changes the permissions, addresses, rate limit and event contact of a live key. Its text, its secrets and fields that are not given stay
 * the same. Every process applies the change within a second. `granting`: as for `addKey`. Errors: `not_found`, also for a revoked key;
 * `validation_failed`; `insufficient_scope`; `unavailable` if other requests keep changing it.
 */
export const changeKey = async (
  service: Service,
  actor: OperatorActor,
  granting: ApiKey | null,
  id: string,
  input: Static<typeof KeyChange>,
): Promise<KeyRow | Refusal> => {
  const { role: _role, scopes: _scopes, ...rest } = input
  const unfit = checkCidrs(input.allow_ips)
  if (unfit) return unfit
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await findKeyRow(service.db, id)
    if (!before || before.revoked_at) return keyNotFound()
    const scopes = askedScopes(before.kind, input)
    if (isRefusal(scopes)) return scopes
    const next: KeyRow = { ...before, ...rest, ...(scopes && { scopes: [...scopes] }) }
    if (isDeepStrictEqual(before, next)) return before
    if (granting && before.kind === 'operator') {
      const { scopes, allow_ips } = granting
      // Values that the request does not change need no check, no matter who granted them.
      const given = { scopes: input.scopes ? next.scopes : scopes, allow_ips: input.allow_ips ? next.allow_ips : allow_ips }
      const beyond = checkGrant(granting, given)
      if (beyond) return beyond
    }
    const audit = auditRow(service, { actor, action: 'key.changed', subject: id, before: keyResource(before), after: keyResource(next) })
    const written = await writeKey(service.db, before, next, audit)
    await service.keyCache.forget(id)
    if (written) return next
  }
  return refuse('unavailable', 'Other requests are changing this key; try again.')
}

/**
 * Revokes a key. Every process refuses it within a second. Revoking it again changes nothing. The caller removes the key from the cache
 * once the plan is committed. Errors: `not_found`.
 */
export const revokeKey = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const before = await findWholeKey(service.db, id)
  if (!before) return keyNotFound()
  if (before.revoked_at) return { status: 200, body: keyResource(before), plan: {} }
  const revoked = { ...before, revoked_at: iso(service.clock.now()), decide_since: null }
  const after = keyResource(revoked)
  const audit = auditPlan(service, { actor, action: 'key.revoked', subject: id, before: keyResource(before), after })
  return { status: 200, body: after, plan: { ...audit, updates: [['api_keys', revoked]] } }
}

/** Decides to keep a key whose creator has left. Repeating it changes nothing. Errors: `not_found`, also for a revoked key. */
export const keepKey = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const before = await findWholeKey(service.db, id)
  if (!before || before.revoked_at) return keyNotFound()
  if (before.decide_since === null) return { status: 200, body: keyResource(before), plan: {} }
  const kept = { ...before, decide_since: null }
  const after = keyResource(kept)
  const audit = auditPlan(service, { actor, action: 'key.kept', subject: id, before: keyResource(before), after })
  return { status: 200, body: after, plan: { ...audit, updates: [['api_keys', kept]] } }
}

/**
 * Called after a key was committed. If its creator has left meanwhile, marks the key for a decision. `made`: the answer with the
 * credentials.
 */
export const afterKey = async (service: Service, actor: OperatorActor, made: Answer | Refusal): Promise<Answer | Refusal> => {
  if (isRefusal(made)) return made
  const { key_id } = JSON.parse(made.body as string) as { key_id: string }
  const asked = await new Execution(service).execute(() => decideNew(service, actor, key_id))
  return isRefusal(asked) ? asked : made
}

/**
 * Makes a new signing secret; the previous one stays valid for 24 h. `grants`: the rights that a caller needs in order to be shown the
 * secret again. The caller removes the key from the cache once the plan is committed. Errors: `not_found`, also for a revoked key.
 */
export const rotateSecret = async (
  service: Service,
  actor: OperatorActor,
  id: string,
  grants: Grants = { scopes: ['ops'] },
): Promise<CommandResult> => {
  const key = await findKeyRow(service.db, id)
  if (!key || key.revoked_at) return keyNotFound()
  const { answer, plan } = newSigningSecret(service, id)
  const after = { previous_valid_until: answer.previous_valid_until }
  const audit = auditPlan(service, { actor, action: 'key.secret_rotated', subject: id, before: null, after })
  return { status: 200, body: answer, plan: both(plan, audit), grants }
}
