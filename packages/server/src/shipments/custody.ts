import { type Custody, custodyByStatus, custodyOf, type LastScan } from '../domain/custody.ts'
import type { Shipment } from '../domain/shipment.ts'
import type { Database } from '../platform/db.ts'
import { inScanOrder } from './scan-order.ts'

const LAST = `select kind, store_id, facility, location, occurred_at, scanner_name, details from scans
   where shipment_id = $1 and kind <> 'reject' and ($2 <> 'delivered' or kind = 'deliver') order by ${inScanOrder('newest')} limit 1`

/** Who has this parcel, by its latest scan; a delivered one by that of its delivery, whatever a carrier said of a later time. */
export const readCustody = async (db: Database, shipment: Shipment): Promise<Custody | null> => {
  const byStatus = custodyByStatus(shipment)
  // Of what was not handed in there is nothing to ask.
  if (byStatus === null) return null
  return custodyOf(shipment, await db.one<LastScan>('scan_last', LAST, [shipment.id, shipment.status]))
}
