import type { Address, Parcel } from './shipment.ts'
import type { Row } from './tables.ts'

/** What a key may do (docs/operating/partners-and-keys.md#what-a-key-may-do). */
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
 * The usual scopes of a partner's key: for creating and following parcels; for the network as well, which scans, hands over and corrects
 * prices; or all of them. A key stores the scopes, not the role (ADR 37).
 */
export const KEY_ROLES = {
  merchant: MERCHANT_SCOPES,
  network: [...MERCHANT_SCOPES, 'scans:write', 'tenders:write', 'adjustments:write'],
  all: PARTNER_SCOPES,
} as const satisfies Record<string, readonly Scope[]>
export type KeyRole = keyof typeof KEY_ROLES

/** An operator acts on partners' parcels but owns none: endpoints marked `partner_only` refuse it whatever its scopes. */
export const OPERATOR_SCOPES: readonly Scope[] = SCOPES

/** Which signatures a key takes: either, or only the one over the whole request (ADR 18). */
export const KEY_SIGNATURES = ['any', 'v2'] as const
export type KeySignature = (typeof KEY_SIGNATURES)[number]

/**
 * One row of `partners`. `clock_offset_s`: how far the partner's virtual clock is ahead of real time, in a sandbox (docs/guide/sandbox.md#time).
 * `storage_limit`: bytes of documents; null: as many as the service gives every partner.
 */
export interface Partner extends Row<'partners'> {
  default_return_address: Address | null
  default_parcel: Parcel | null
}

/**
 * What most of the service reads of a row of `api_keys`. `name`: what operators call it. `scopes`: a newer program may have given some that this one
 * does not know (ADR 37). `rate_limit`: requests per 60 s.
 */
export interface ApiKey extends Omit<Row<'api_keys'>, 'secret_hash' | 'made_by' | 'decide_since'> {
  kind: 'partner' | 'operator'
  /** A newer program may have given one that this one does not know: then it takes no `X-Service-Signature` either. */
  signature: KeySignature
}
