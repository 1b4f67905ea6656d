import { type ApiKey, KEY_ROLES, type KeySignature, OPERATOR_SCOPES, type Partner, type Scope } from '@backhaul/core/partner.ts'
import type { Plan } from '../../commit/plan.ts'
import { bytea } from '../../database/columns.ts'
import { iso } from '../../process/clock.ts'
import type { Environment } from '../../process/config.ts'
import { newId } from '../../process/ids.ts'
import { SECRET_OVERLAP_MS, secretContext } from '../../service/key-cache.ts'
import type { Service } from '../../service/service.ts'
import { encrypt, newCredential, newSecret, sha256 } from '../../storage/secrets.ts'

export const DEFAULT_RATE_LIMIT = 100

export type NewPartner = Pick<Partner, 'name' | 'default_return_address' | 'default_parcel' | 'contact_email' | 'contact_name'> &
  Partial<Pick<Partner, 'storage_limit'>>

export interface NewKey extends Pick<ApiKey, 'partner_id' | 'allow_ips' | 'rate_limit' | 'email' | 'full_name'> {
  /** If null, the key gets the scopes of `usualScopes`. */
  scopes: readonly string[] | null
  /** The default is `any`. */
  signature?: KeySignature | undefined
  name?: string | undefined
  /** The creator. Absent if not known. */
  made_by?: string
}

/** Shown only once. Afterward the service has only a hash of the key, and the signing secret in encrypted form. */
export interface Credentials {
  partner_id: string | null
  key_id: string
  api_key: string
  signing_secret: string
  environment: Environment
  scopes: readonly string[]
  signature: KeySignature
}

const encryptedSecretRow = (service: Service, keyId: string, text: string) => {
  const id = newId('secret')
  return {
    id,
    key_id: keyId,
    ciphertext: bytea(encrypt(service.masterKey, text, secretContext(service.config.environment, keyId, id))),
    master_key_id: service.masterKey.id,
    created_at: iso(service.clock.now()),
  }
}

/** The default scopes of a key. A sandbox allows trying everything. In production, keys of partners get the scopes of a merchant. */
const usualScopes = (isPartners: boolean, environment: Environment): readonly Scope[] => {
  if (!isPartners) return OPERATOR_SCOPES
  return environment === 'production' ? KEY_ROLES.merchant : KEY_ROLES.all
}

/** Makes a new key with its first signing secret. Returns the plan, and the credentials to show once it is committed. */
export const newKey = (service: Service, input: NewKey): { key: ApiKey; credentials: Credentials; plan: Plan } => {
  const { environment } = service.config
  const id = newId('key')
  const api_key = newCredential(environment, id)
  const signing_secret = newSecret()
  const key: ApiKey = {
    id,
    name: input.name ?? null,
    kind: input.partner_id ? 'partner' : 'operator',
    partner_id: input.partner_id,
    scopes: [...(input.scopes ?? usualScopes(input.partner_id !== null, environment))],
    allow_ips: [...input.allow_ips],
    rate_limit: input.rate_limit,
    signature: input.signature ?? 'any',
    email: input.email,
    full_name: input.full_name,
    revoked_at: null,
    created_at: iso(service.clock.now()),
  }
  const plan: Plan = {
    inserts: [
      ['api_keys', { ...key, secret_hash: bytea(sha256(api_key)), made_by: input.made_by ?? null, decide_since: null }],
      ['signing_secrets', encryptedSecretRow(service, id, signing_secret)],
    ],
  }
  const { scopes, signature } = key
  const credentials = { partner_id: input.partner_id, key_id: id, api_key, signing_secret, environment, scopes, signature }
  return { key, credentials, plan }
}

/** Makes a new partner with its first key. */
export const newPartner = (service: Service, input: NewPartner, key: Omit<NewKey, 'partner_id'>) => {
  const partner: Partner = {
    storage_limit: null,
    ...input,
    id: newId('partner'),
    clock_offset_s: 0,
    created_at: iso(service.clock.now()),
    version: 1,
  }
  const made = newKey(service, { ...key, partner_id: partner.id })
  const plan: Plan = { inserts: [['partners', partner], ...(made.plan.inserts ?? [])] }
  return { partner, key: made.key, credentials: made.credentials, plan }
}

/** Makes another signing secret for a key. Earlier signing secrets expire automatically (service/key-cache.ts). */
export const newSigningSecret = (service: Service, keyId: string) => {
  const signing_secret = newSecret()
  const row = encryptedSecretRow(service, keyId, signing_secret)
  const previous_valid_until = iso(Date.parse(row.created_at) + SECRET_OVERLAP_MS)
  const plan: Plan = { inserts: [['signing_secrets', row]] }
  return { answer: { key_id: keyId, signing_secret, previous_valid_until }, plan }
}

export const createKey = async (service: Service, input: NewKey): Promise<Credentials> => {
  const { credentials, plan } = newKey(service, input)
  await service.committer.commit(plan)
  return credentials
}

/** Creates a partner and its first key in one transaction. */
export const createPartner = async (service: Service, partner: NewPartner, key: Omit<NewKey, 'partner_id'>): Promise<Credentials> => {
  const { credentials, plan } = newPartner(service, partner, key)
  await service.committer.commit(plan)
  return credentials
}
