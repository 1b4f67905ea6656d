import type { Address, Fulfillment, Parcel, ServiceLevel } from '../domain/shipment.ts'
import type { Database } from '../platform/db.ts'
import type { Position } from '../platform/list-rows.ts'
import type { Tables } from '../platform/tables.ts'

/** One row of `return_links`. */
export interface ReturnLinkRow extends Omit<Tables['return_links'], 'metadata'> {
  /** As far as the partner knows it. */
  from_address: Partial<Address> | null
  to_address: Address | null
  parcel: Parcel | null
  service_level: ServiceLevel | null
  fulfillments: readonly Fulfillment[]
  metadata: Record<string, string>
}

const ID = /^rtl_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findReturnLink = async (db: Database, tenant: string | null, id: string): Promise<ReturnLinkRow | null> =>
  ID.test(id)
    ? db.one<ReturnLinkRow>('return_link', 'select * from return_links where id = $1 and ($2::text is null or partner_id = $2)', [
        id,
        tenant,
      ])
    : null

export interface ReturnLinkFilter {
  tenant: string | null
  after: Position | null
  limit: number
  order_id?: string | undefined
}

const BELOW = '($1::timestamptz is null or (created_at, id) < ($1, $2))'
const ORDER = 'order by created_at desc, id desc limit $3'

/** Newest first. Each combination is a statement of its own, for its index. */
export const listLinks = (db: Database, { tenant, after, limit, order_id }: ReturnLinkFilter): Promise<ReturnLinkRow[]> => {
  const slice = [after?.created_at ?? null, after?.id ?? null, limit, order_id ?? null]
  const where = `${BELOW} and ($4::text is null or order_id = $4)`
  return tenant === null
    ? db.query<ReturnLinkRow>('return_links_of_all', `select * from return_links where ${where} ${ORDER}`, slice)
    : db.query<ReturnLinkRow>('return_links_list', `select * from return_links where partner_id = $5 and ${where} ${ORDER}`, [
        ...slice,
        tenant,
      ])
}
