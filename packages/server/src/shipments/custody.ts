import { type Custody, custodyOf, isWithShopper, type LastScan } from '../domain/custody.ts'
import type { Shipment } from '../domain/shipment.ts'
import type { Database } from '../platform/db.ts'
import { inScanOrder } from './scan-order.ts'

/** Carriers may date their own scans after the delivery, so none of these takes a delivered parcel back from its recipient. */
const BY_CARRIER = "('inject', 'movement', 'out-for-delivery')"
const LAST = `select kind, status, store_id, facility, location, occurred_at, scanner_name, details from scans
   where shipment_id = $1 and kind <> 'reject' and ($2 <> 'delivered' or kind not in ${BY_CARRIER})
   order by ${inScanOrder('newest')} limit 1`

/** Who has this parcel, by the scan that happened last, in every status. */
export const readCustody = async (db: Database, shipment: Shipment): Promise<Custody | null> =>
  isWithShopper(shipment) ? null : custodyOf(shipment, await db.one<LastScan>('scan_last', LAST, [shipment.id, shipment.status]))
