import type { Address, Parcel } from './shipment.ts'
import type { Row } from './tables.ts'

/** Scopes of a key (docs/operating/partners-and-keys.md#what-a-key-may-do). */
export const SCOPES = [
  'shipments:read',
  'shipments:write',
  'scans:write',
  'tenders:write',
  'claims:write',
  'webhooks:manage',
  'events:read',
  'tracking:read',
  'adjustments:write',
  'ops',
] as const
export type Scope = (typeof SCOPES)[number]

export const PARTNER_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'ops')

const MERCHANT_SCOPES: readonly Scope[] = [
  'shipments:read',
  'shipments:write',
  'claims:write',
  'webhooks:manage',
  'events:read',
  'tracking:read',
]
/**
 * The usual scopes of a partner's key. `merchant` creates and follows parcels. `network` also scans, hands over and corrects prices. `all`
 * has every scope. A key stores the scopes, not the role (ADR 37).
 */
export const KEY_ROLES = {
  merchant: MERCHANT_SCOPES,
  network: [...MERCHANT_SCOPES, 'scans:write', 'tenders:write', 'adjustments:write'],
  all: PARTNER_SCOPES,
} as const satisfies Record<string, readonly Scope[]>
export type KeyRole = keyof typeof KEY_ROLES

/** An operator acts on partners' parcels but owns none. Endpoints marked `partner_only` refuse operators, regardless of their scopes. */
export const OPERATOR_SCOPES: readonly Scope[] = SCOPES

/** Signatures that a key accepts: both versions, or only version 2, which covers the whole request (ADR 18). */
export const KEY_SIGNATURES = ['any', 'v2'] as const
export type KeySignature = (typeof KEY_SIGNATURES)[number]

/**
 * One row of `partners`. `clock_offset_s`: how far the partner's virtual clock in the sandbox is ahead of real time
 * (docs/guide/sandbox.md#time). `storage_limit`: maximum size of all documents, in bytes. Null: the limit of the service applies, which is
 * the same for every partner.
 */
export interface Partner extends Row<'partners'> {
  default_return_address: Address | null
  default_parcel: Parcel | null
}

/**
 * The columns of `api_keys` that most of the service reads. `name`: the operators' name for the key. `scopes`: may include scopes that this
 * program does not know, granted by a newer one (ADR 37). `rate_limit`: requests per 60 s.
 */
export interface ApiKey extends Omit<Row<'api_keys'>, 'secret_hash' | 'made_by' | 'decide_since'> {
  kind: 'partner' | 'operator'
  /**
   * A newer program may have stored a value that this program does not know. Such a key is treated like one with `v2`: it does not accept
   * `X-Service-Signature`.
   */
  signature: KeySignature
}
