import type { CustomsInput } from '@backhaul/core/customs.ts'
import type { Address, Fulfillment, Parcel, ServiceLevel } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { findRow, type Position } from '../../database/list-rows.ts'

export interface ReturnLinkRow extends Row<'return_links'> {
  /** Only the parts of the address that the partner knows. */
  from_address: Partial<Address> | null
  to_address: Address | null
  parcel: Parcel | null
  customs: CustomsInput | null
  service_level: ServiceLevel | null
  fulfillments: readonly Fulfillment[]
  metadata: Record<string, string>
  /** Ids of the shipments by `formKeyOf` (form.ts). */
  forms: Record<string, string>
}

/** Finds a link by id within a tenant (null for links of any partner). */
export const findReturnLink = (db: Database, tenant: string | null, id: string) =>
  findRow<ReturnLinkRow>(db, 'return_link', 'return_links', tenant, id)

export interface ReturnLinkFilter {
  tenant: string | null
  after: Position | null
  limit: number
  order_id?: string | undefined
}

/** Lists links, newest first. Each combination of filters is a separate statement that fits its index. */
export const listLinks = (db: Database, { tenant, after, limit, order_id }: ReturnLinkFilter): Promise<ReturnLinkRow[]> => {
  const values: (string | number)[] = [limit]
  const where: string[] = []
  let name = 'return_links_list'
  const add = (value: string): string => `$${values.push(value)}`
  if (tenant !== null) {
    where.push(`partner_id = ${add(tenant)}`)
    name += '_tenant'
  }
  if (order_id !== undefined) {
    where.push(`order_id = ${add(order_id)}`)
    name += '_order'
  }
  if (after) {
    where.push(`(created_at, id) < (${add(after.created_at)}::timestamptz, ${add(after.id)})`)
    name += '_after'
  }
  const conditions = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return db.query<ReturnLinkRow>(name, `select * from return_links ${conditions} order by created_at desc, id desc limit $1`, values)
}
