// The order of a parcel's history: when it happened, and at one moment by what happened, never by when it became known. So the same facts
// are listed in the same order however they came. Reports tell a minute or an hour, so moments are shared.
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import type { ListOrder } from '../../database/list-rows.ts'

/** The usual way of a parcel. */
const STEP = `coalesce(array_position('{${SCAN_KINDS.join(',')}}'::text[], kind), 0)`
/** Everything else that a scan says. What is alike in this, too, is one fact told twice, and its id only keeps pages apart. */
const SAID = `concat_ws('|', facility, store_id, location::text, details::text, scanner_name, scanner_email, lat, lon,
  extract(epoch from device_time)) collate "C"`
/** Scans from before the shipment's creation share its moment; among them the times that were sent count. */
const SENT = 'coalesce(sent_occurred_at, occurred_at)'
const KEYS = ['occurred_at', SENT, STEP, SAID, 'id']

/** The columns of `scans` for `order by`. The index has the first; what shares a moment is sorted when it is read. */
export const inScanOrder = (order: ListOrder): string => KEYS.map((key) => `${key} ${order === 'newest' ? 'desc' : 'asc'}`).join(', ')

/** The scans of shipment $1 behind one of its scans. `time`, `id`: where the parameters of that one are. */
export const behindScan = (order: ListOrder, time: string, id: string): string => {
  const beyond = order === 'newest' ? '<' : '>'
  const keys = KEYS.join(', ')
  return `occurred_at ${beyond}= ${time}::timestamptz
    and (${keys}) ${beyond} (select ${keys} from scans where shipment_id = $1 and id = ${id})`
}
