import { mayUse } from '@backhaul/core/access.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import type { Caller } from '../../service/key-cache.ts'
import type { Links } from '../../service/links.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'
import type { ReturnLinkRow } from './queries.ts'
import { ReturnLinkOut } from './schema.ts'
import { standingOf } from './standing.ts'
import type { ReturnLinkWarning } from './warnings.ts'

/** Anyone with the address of a page can make shipments with it, so only callers who may make links see addresses. */
const maySeeUrl = ({ key }: Caller): boolean =>
  key.partner_id !== null &&
  key.scopes.includes('shipments:write') &&
  (key.session === null || mayUse(key.session.access, { operation: 'createReturnLink', method: 'POST' }))

/** As the API shows it to a caller at `now`, its partner's time. */
export const returnLinkResource = (
  row: ReturnLinkRow,
  links: Links,
  now: string,
  caller: Caller,
  warnings: readonly ReturnLinkWarning[] = [],
) => {
  const status = standingOf(row, now)
  return showAs(ReturnLinkOut, row, {
    url: status === 'open' && maySeeUrl(caller) ? links.returnUrl(row.id) : null,
    status,
    from: row.from_address && prefilled(row.from_address),
    to: row.to_address && addressResource(row.to_address),
    parcel: row.parcel && parcelResource(row.parcel),
    ...(warnings.length > 0 && { warnings }),
  })
}

/** Only what is known, so that it can be sent again as it is. */
const prefilled = (address: Partial<Address>): Partial<Address> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null && value !== undefined))
