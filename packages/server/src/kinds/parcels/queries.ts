import { spellingsOf } from '@backhaul/core/carrier-number.ts'
import type { ParcelCode, ReadCode } from '@backhaul/core/scanned-code.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'
import type { Database } from '../../database/db.ts'
import { withKeys } from '../../database/keyed-shipments.ts'
import type { Position } from '../../database/list-rows.ts'

export interface CodeHit {
  shipment_id: string
  matched_by: ParcelCode
  /** Set if a QR was scanned. */
  qr_id: string | null
}

const OWN = '($5::text is null or s.partner_id = $5)'

/**
 * Look-ups of a code, each with an index. The first one that finds something counts. Carriers may reuse a number, so the newest shipment
 * with the number wins.
 */
const BRANCHES: readonly (readonly [matched_by: ParcelCode, from: string])[] = [
  ['shipment_id', 'shipments s where s.id = $1'],
  ['tracking', 'shipments s where s.tracking = $2'],
  ['barcode', 'shipments s where s.barcode = $3'],
  ['qr_token', 'qrs s where s.token = $2'],
  ['qr_id', 'qrs s where s.id = $1'],
  ['label_id', 'labels l join shipments s on s.id = l.shipment_id where l.id = $1'],
  ['ltracking', 'shipments s where s.ltracking = any($4::text[])'],
  ['ltracking', `${withKeys('$4::text[]', 's')} where true`],
]

const FIND = BRANCHES.map(([matched_by, from], rank) => {
  const isQr = from.startsWith('qrs')
  const found = isQr ? 's.shipment_id, s.id as qr_id' : 's.id as shipment_id, null as qr_id'
  const likeliest = from.includes('s.ltracking =') ? 'array_position($4::text[], s.ltracking), ' : ''
  return `(select ${found}, '${matched_by}' as matched_by, ${rank} as rank from ${from} and ${OWN} order by ${likeliest}s.created_at desc limit 1)`
}).join('\n  union all ')

/** Finds the parcel with this code within a tenant (null: of any partner). */
export const findByCode = (db: Database, tenant: string | null, { id, crockford, barcode, text }: ReadCode): Promise<CodeHit | null> =>
  db.one<CodeHit>('parcel_by_code', `${FIND} order by rank limit 1`, [id, crockford, barcode, spellingsOf(text), tenant])

const SHOWN = [
  'id',
  'tracking',
  'barcode',
  'status',
  'held',
  'service_level',
  'parcel',
  'carrier',
  'store_id',
  'manifest_id',
  'pickup_id',
  'sweep_id',
] as const

export type ParcelAtStore = Pick<Shipment, (typeof SHOWN)[number]> & {
  taken_in_by: ScanKind
  /** The time at which the counter took it in. */
  since: string
  /** The same time as `since`. Lists use it as the page position. */
  created_at: string
}

/** The statuses are written out as literals, because the index covers exactly these statuses. */
const WITH_A_COUNTER = "s.status in ('ready_for_pickup', 'in_possession', 'unclaimed')"
/**
 * Reads the scans of a parcel once. It finds the newest intake, and any scan which shows that the parcel has left the counter. A walk-in
 * parcel is already in possession before a driver comes. So its collection is recorded without effect, but still shows that the parcel has
 * left. The query runs separately for each parcel, because PostgreSQL would read all existing scans for a join.
 */
const INTAKE = "n.applied and n.kind in ('accept', 'walk-in')"
const LEAVING = "n.kind not in ('accept', 'walk-in', 'reject') and (n.kind = 'collect' or n.store_id is distinct from s.store_id)"
const ofNewestIntake = (value: string): string => `(array_agg(${value} order by n.recorded_at desc, n.id desc) filter (where ${INTAKE}))[1]`
/**
 * The time that was sent with the scan, if any. A scan that happened before its shipment was created is stored with the time of creation
 * instead.
 */
const MOMENT = 'coalesce(n.sent_occurred_at, n.occurred_at)'
const SCANNED = `lateral (
       select ${ofNewestIntake('n.kind')} as kind, ${ofNewestIntake('n.occurred_at')} as occurred_at, ${ofNewestIntake(MOMENT)} as taken_at,
              bool_or(n.applied) filter (where ${LEAVING}) as moved, max(${MOMENT}) filter (where ${LEAVING}) as left_at
         from scans n where n.shipment_id = s.id) c`
const IS_THERE = 'c.occurred_at is not null and c.moved is not true and (c.left_at is null or c.left_at < c.taken_at)'

/** The time since which the parcel has been at the counter that took it in. Null if it is no longer there. */
export const atStoreSince = async (db: Database, shipmentId: string): Promise<string | null> => {
  const row = await db.one<{ since: string }>(
    'parcel_at_store',
    `select c.occurred_at as since from shipments s cross join ${SCANNED} where s.id = $1 and ${WITH_A_COUNTER} and ${IS_THERE}`,
    [shipmentId],
  )
  return row?.since ?? null
}

const COLUMNS = SHOWN.map((column) => `s.${column}`).join(', ')

/**
 * The parcels that a counter took in and that have not left it, longest stay first. They are read in the order of an index on the time of
 * intake. Their scans show whether they are still there.
 */
export const listAtStore = (
  db: Database,
  tenant: string | null,
  store: string,
  after: Position | null,
  limit: number,
): Promise<ParcelAtStore[]> => {
  const values: (string | number)[] = [store, limit]
  const add = (value: string): string => `$${values.push(value)}`
  const own = tenant === null ? '' : `and s.partner_id = ${add(tenant)}`
  const [time, id] = after ? [add(after.created_at), add(after.id)] : []
  return db.query<ParcelAtStore>(
    `parcels_at_store${tenant === null ? '' : '_tenant'}${after ? '_after' : ''}`,
    `select ${COLUMNS}, c.kind as taken_in_by, c.occurred_at as since, s.taken_in_at as created_at
       from shipments s cross join ${SCANNED}
      where s.store_id = $1 ${own} and ${WITH_A_COUNTER} and s.taken_in_at is not null and ${IS_THERE}
        ${after ? `and (s.taken_in_at, s.id) > (${time}::timestamptz, ${id})` : ''}
      order by s.taken_in_at, s.id limit $2`,
    values,
  )
}
