import { iso } from '../platform/clock.ts'
import type { Environment } from '../platform/config.ts'
import { newId } from '../platform/ids.ts'
import { newSecret, seal, sha256 } from '../platform/secrets.ts'
import type { Service } from '../platform/service.ts'
import type { Address, Parcel } from '../shipments/model.ts'
import { secretContext } from './directory.ts'
import { OPERATOR_SCOPES, PARTNER_SCOPES, type Scope } from './model.ts'

export const DEFAULT_RATE_LIMIT = 100

export interface NewPartner {
  name: string
  default_return_address: Address | null
  default_parcel: Parcel | null
  contact_email: string
  contact_name: string
}

export interface NewKey {
  /** Null: an operator's key. */
  partner_id: string | null
  /** Null: all that its kind may have. */
  scopes: readonly Scope[] | null
  allow_ips: string[]
  rate_limit: number
  email: string
  full_name: string
}

/** Shown once: only a hash of the key is kept, and the signing secret only encrypted. */
export interface Credentials {
  partner_id: string | null
  key_id: string
  api_key: string
  signing_secret: string
  environment: Environment
}

const sealedSecret = (service: Service, keyId: string, text: string, validUntil: string | null) => {
  const id = newId('secret')
  return {
    id,
    key_id: keyId,
    ciphertext: `\\x${seal(service.masterKey, text, secretContext(service.config.environment, keyId, id)).toString('hex')}`,
    master_key_id: service.masterKey.id,
    valid_until: validUntil,
    created_at: iso(service.clock.now()),
  }
}

const newKeyRows = (service: Service, input: NewKey) => {
  const id = newId('key')
  const api_key = `bh_${service.config.environment}_${id}_${newSecret()}`
  const signing_secret = newSecret()
  const kind = input.partner_id ? 'partner' : 'operator'
  const row = {
    ...input,
    id,
    kind,
    secret_hash: `\\x${sha256(api_key).toString('hex')}`,
    scopes: input.scopes ?? (input.partner_id ? PARTNER_SCOPES : OPERATOR_SCOPES),
    revoked_at: null,
    created_at: iso(service.clock.now()),
  }
  return { row, secret: sealedSecret(service, id, signing_secret, null), api_key, signing_secret }
}

/** Creates a key with its first signing secret. */
export const createKey = async (service: Service, input: NewKey): Promise<Credentials> => {
  const { row, secret, api_key, signing_secret } = newKeyRows(service, input)
  await service.committer.commit({
    inserts: [
      ['api_keys', row],
      ['signing_secrets', secret],
    ],
  })
  return { partner_id: input.partner_id, key_id: row.id, api_key, signing_secret, environment: service.config.environment }
}

/** Creates a partner and its first key in one transaction. */
export const createPartner = async (service: Service, partner: NewPartner, key: Omit<NewKey, 'partner_id'>): Promise<Credentials> => {
  const id = newId('partner')
  const { row, secret, api_key, signing_secret } = newKeyRows(service, { ...key, partner_id: id })
  await service.committer.commit({
    inserts: [
      ['partners', { ...partner, id, clock_offset_s: 0, created_at: iso(service.clock.now()), version: 1 }],
      ['api_keys', row],
      ['signing_secrets', secret],
    ],
  })
  return { partner_id: id, key_id: row.id, api_key, signing_secret, environment: service.config.environment }
}

/** How long the old signing secret stays valid beside the new one; contract §2. */
const ROTATION_MS = 24 * 3600 * 1000

/** Adds a signing secret and lets every older one run out in 24 h. Null: no such live key. */
export const rotateSigningSecret = async (service: Service, keyId: string) => {
  const known = await service.directory.key(keyId)
  if (!known) return null
  const signing_secret = newSecret()
  const previous_valid_until = iso(service.clock.now() + ROTATION_MS)
  await service.db.query('secrets_end', 'update signing_secrets set valid_until = least(coalesce(valid_until, $2), $2) where key_id = $1', [
    keyId,
    previous_valid_until,
  ])
  await service.committer.commit({ inserts: [['signing_secrets', sealedSecret(service, keyId, signing_secret, null)]] })
  service.directory.forget(keyId)
  return { key_id: keyId, signing_secret, previous_valid_until }
}
