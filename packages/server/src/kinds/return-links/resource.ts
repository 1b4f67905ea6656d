import { mayUse } from '@backhaul/core/access.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import type { Caller } from '../../service/key-cache.ts'
import type { Links } from '../../service/links.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'
import type { ReturnLinkRow } from './queries.ts'
import { ReturnLinkOut } from './schema.ts'
import { linkStatus } from './status.ts'
import type { ReturnLinkWarning } from './warnings.ts'

/** Anyone who knows the page's address can create shipments with it. So only callers who may create links see the address. */
const maySeeUrl = ({ key }: Caller): boolean => {
  const isOperators = key.partner_id === null
  const operation = isOperators ? 'createReturnLinkForPartner' : 'createReturnLink'
  return (
    key.scopes.includes(isOperators ? 'ops' : 'shipments:write') &&
    (key.session === null || mayUse(key.session.access, { operation, method: 'POST' }))
  )
}

/** The link as the API shows it to a caller. `now` is the time on the partner's clock. */
export const returnLinkResource = (
  row: ReturnLinkRow,
  links: Links,
  now: string,
  caller: Caller,
  warnings: readonly ReturnLinkWarning[] = [],
) => {
  const status = linkStatus(row, now)
  return showAs(ReturnLinkOut, row, {
    url: status === 'open' && maySeeUrl(caller) ? links.returnUrl(row.id) : null,
    status,
    from: row.from_address && prefilled(row.from_address),
    to: row.to_address && addressResource(row.to_address),
    parcel: row.parcel && parcelResource(row.parcel),
    ...(warnings.length > 0 && { warnings }),
    ...(caller.key.partner_id === null && { partner_id: row.partner_id }),
  })
}

/** Leaves out fields without a value, so that a client can send the address back as it is. */
const prefilled = (address: Partial<Address>): Partial<Address> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null && value !== undefined))
