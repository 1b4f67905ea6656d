import type { Partner } from '@backhaul/core/partner.ts'
import { type Rates, usedBy } from '../../http/rate-limit.ts'
import { showAs } from '../../http/show-as.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'
import type { KeyRow } from './queries.ts'
import { KeyOut, PartnerOut } from './schema.ts'

/** A partner with a summary of its keys. For operators. */
export interface PartnerSummary extends Partner {
  rate_limit: number | null
  live_keys: number
  storage_used: number
}

export const partnerResource = (row: PartnerSummary) =>
  showAs(PartnerOut, row, {
    default_return_address: row.default_return_address && addressResource(row.default_return_address),
    default_parcel: row.default_parcel && parcelResource(row.default_parcel),
  })

/** The key as its partner sees it, without secrets. The operator who created it is not shown. */
export const ownKeyResource = (row: KeyRow) => showAs(KeyOut, row)

export const keyResource = (row: KeyRow) => showAs(KeyOut, row, { made_by: row.made_by, decide_since: row.decide_since })

/** One key. If requested, it also shows how much of its rate limit is used: docs/guide/requests.md#your-keys. */
export const keyAsked = async <Resource extends object>(
  rates: Rates,
  row: KeyRow,
  { use }: { use?: 'true' },
  resource: (row: KeyRow) => Resource,
) => ({
  ...resource(row),
  ...(use && { rate_used: await usedBy(rates, row) }),
})
