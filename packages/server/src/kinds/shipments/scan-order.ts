// The order of a parcel's history: by the time of the scan, then by its kind and content, never by when it was recorded. So equal facts
// have equal order, whatever the order of arrival. Carriers report times to the minute or hour, so scans often share one.
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import type { ListOrder } from '../../database/list-rows.ts'

/** Position of the scan's kind on a parcel's usual route. */
const STEP = `coalesce(array_position('{${SCAN_KINDS.join(',')}}'::text[], kind), 0)`
/** All other content of a scan. Scans that also agree in this are one fact reported twice, and the id only keeps pages apart. */
const SAID = `concat_ws('|', facility, store_id, location::text, details::text, scanner_name, scanner_email, lat, lon,
  extract(epoch from device_time)) collate "C"`
/** Scans from before the shipment was created share its time. Among them, the times that were sent decide. */
const SENT = 'coalesce(sent_occurred_at, occurred_at)'
const KEYS = ['occurred_at', SENT, STEP, SAID, 'id']

/** The columns of `scans` for `order by`. The index covers the first one. Scans that share a time are sorted on read. */
export const inScanOrder = (order: ListOrder): string => KEYS.map((key) => `${key} ${order === 'newest' ? 'desc' : 'asc'}`).join(', ')

/** Selects the scans of shipment $1 that follow one of its scans. `time` and `id` are the placeholders of that scan's values. */
export const behindScan = (order: ListOrder, time: string, id: string): string => {
  const beyond = order === 'newest' ? '<' : '>'
  const keys = KEYS.join(', ')
  return `occurred_at ${beyond}= ${time}::timestamptz
    and (${keys}) ${beyond} (select ${keys} from scans where shipment_id = $1 and id = ${id})`
}
