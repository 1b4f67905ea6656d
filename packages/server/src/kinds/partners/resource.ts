import type { Partner } from '@backhaul/core/partner.ts'
import { type Rates, usedBy } from '../../http/rate-limit.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'
import type { KeyRow } from './queries.ts'

/** A partner with what operators see of its keys. */
export interface PartnerSummary extends Partner {
  rate_limit: number | null
  live_keys: number
  storage_used: number
}

/** The partner as operators see it. */
export const partnerResource = (row: PartnerSummary) => ({
  id: row.id,
  object: 'partner',
  name: row.name,
  default_return_address: row.default_return_address && addressResource(row.default_return_address),
  default_parcel: row.default_parcel && parcelResource(row.default_parcel),
  contact_email: row.contact_email,
  contact_name: row.contact_name,
  rate_limit: row.rate_limit,
  live_keys: row.live_keys,
  storage_used: row.storage_used,
  storage_limit: row.storage_limit,
  created_at: row.created_at,
  version: row.version,
})

/** The key as operators see it, without secrets. */
export const keyResource = (row: KeyRow) => ({
  id: row.id,
  object: 'api_key',
  name: row.name,
  kind: row.kind,
  partner_id: row.partner_id,
  scopes: row.scopes,
  allow_ips: row.allow_ips,
  rate_limit: row.rate_limit,
  signature: row.signature,
  email: row.email,
  full_name: row.full_name,
  last_used_at: row.last_used_at,
  revoked_at: row.revoked_at,
  created_at: row.created_at,
  made_by: row.made_by,
  decide_since: row.decide_since,
})

/** The key as its partner sees it: which operator made it is the operator's own affair. */
export const ownKeyResource = (row: KeyRow) => {
  const { made_by: _by, decide_since: _since, ...own } = keyResource(row)
  return own
}

/** One key; with what it has used of its limit, if that is asked for: docs/guide/requests.md#your-keys. */
export const keyAsked = async <Resource extends object>(
  rates: Rates,
  row: KeyRow,
  { use }: { use?: 'true' },
  resource: (row: KeyRow) => Resource,
) => ({
  ...resource(row),
  ...(use && { rate_used: await usedBy(rates, row) }),
})
