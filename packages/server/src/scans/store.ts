import type { Position } from '../http/lists.ts'
import type { Database } from '../platform/db.ts'
import type { ScanRow } from '../shipments/model.ts'

export interface ParcelCode {
  field: 'tracking' | 'barcode'
  code: string
  shipment_id: string
}

const OWN = '($3::text is null or partner_id = $3)'

/** Which shipments carry these tracking numbers and barcodes, within a tenant (null: any partner's). */
export const findParcels = (
  db: Database,
  tenant: string | null,
  trackings: readonly string[],
  barcodes: readonly string[],
): Promise<ParcelCode[]> =>
  db.query<ParcelCode>(
    'parcels',
    `select 'tracking' as field, tracking as code, id as shipment_id from shipments where tracking = any($1::text[]) and ${OWN}
     union all
     select 'barcode', barcode, id from shipments where barcode = any($2::text[]) and ${OWN}`,
    [trackings, barcodes, tenant],
  )

/** A shipment's scans, the latest to have happened first; `after` names that time as created_at. */
export const listScans = (db: Database, shipmentId: string, after: Position | null, limit: number): Promise<ScanRow[]> =>
  after
    ? db.query<ScanRow>(
        'scans_after',
        'select * from scans where shipment_id = $1 and (occurred_at, id) < ($3::timestamptz, $4) order by occurred_at desc, id desc limit $2',
        [shipmentId, limit, after.created_at, after.id],
      )
    : db.query<ScanRow>('scans', 'select * from scans where shipment_id = $1 order by occurred_at desc, id desc limit $2', [
        shipmentId,
        limit,
      ])
