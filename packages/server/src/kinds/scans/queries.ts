import type { ScanRow } from '@backhaul/core/shipment.ts'
import { type Database, eachOf } from '../../database/db.ts'
import type { ListOrder, Position } from '../../database/list-rows.ts'
import { behindScan, inScanOrder } from '../shipments/scan-order.ts'

export interface ParcelCode {
  field: 'tracking' | 'barcode'
  code: string
  shipment_id: string
}

/** Forces one look-up in the unique index of a field for each code. */
const byCode = (field: ParcelCode['field'], codes: string): string => `
  select '${field}' as field, c.code, s.id as shipment_id from ${eachOf(codes)} c(code)
    cross join lateral (select id from shipments where ${field} = c.code and ($3::text is null or partner_id = $3) limit 1) s`

/** Finds the shipments with these tracking numbers and barcodes within a tenant (null: any partner's). */
export const findParcels = (
  db: Database,
  tenant: string | null,
  trackings: readonly string[],
  barcodes: readonly string[],
): Promise<ParcelCode[]> =>
  db.query<ParcelCode>('parcels', `${byCode('tracking', '$1')} union all ${byCode('barcode', '$2')}`, [
    JSON.stringify(trackings),
    JSON.stringify(barcodes),
    tenant,
  ])

/**
 * Lists a shipment's scans in the order of its history. `store` limits the list to one counter. The `created_at` of a page position is the
 * time when the scan happened.
 */
export const listScans = (
  db: Database,
  shipmentId: string,
  after: Position | null,
  limit: number,
  store: string | null = null,
  order: ListOrder = 'newest',
): Promise<(ScanRow & { created_at: string })[]> => {
  const values: (string | number)[] = [shipmentId, limit]
  const add = (value: string): string => `$${values.push(value)}`
  const below = after ? `and ${behindScan(order, add(after.created_at), add(after.id))}` : ''
  const own = store === null ? '' : `and store_id = ${add(store)}`
  return db.query(
    `scans_${order}${after ? '_after' : ''}${store === null ? '' : '_own'}`,
    `select *, occurred_at as created_at from scans where shipment_id = $1 ${below} ${own} order by ${inScanOrder(order)} limit $2`,
    values,
  )
}
