// The order of a parcel's history: by the time of the scan, then by its kind and content, never by the time of recording. So the same facts
// have the same order, whatever the order of their arrival. Carriers report times only to the minute or hour, so several scans often share
// a time.
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import type { ListOrder } from '../../database/list-rows.ts'

/** Position of the scan's kind on a parcel's usual route. */
const STEP = `coalesce(array_position('{${SCAN_KINDS.join(',')}}'::text[], kind), 0)`
/**
 * All other content of a scan. If two scans agree in this too, one fact was reported twice. Their ids then only make the order of pages
 * unambiguous.
 */
const SAID = `concat_ws('|', facility, store_id, location::text, details::text, scanner_name, scanner_email, lat, lon,
  extract(epoch from device_time)) collate "C"`
/**
 * A scan that happened before its shipment was created is stored with the time of creation. Such scans are sorted by the times that were
 * sent.
 */
const SENT = 'coalesce(sent_occurred_at, occurred_at)'
const KEYS = ['occurred_at', SENT, STEP, SAID, 'id']

/** The columns of `scans` for `order by`. The index covers the first one. Scans that share a time are sorted on read. */
export const inScanOrder = (order: ListOrder): string => KEYS.map((key) => `${key} ${order === 'newest' ? 'desc' : 'asc'}`).join(', ')

/**
 * Selects the scans of shipment $1 that follow one of its scans in this order. `time` and `id` are the placeholders of that scan's values.
 */
export const behindScan = (order: ListOrder, time: string, id: string): string => {
  const beyond = order === 'newest' ? '<' : '>'
  const keys = KEYS.join(', ')
  return `occurred_at ${beyond}= ${time}::timestamptz
    and (${keys}) ${beyond} (select ${keys} from scans where shipment_id = $1 and id = ${id})`
}
