// Database rows of bookings, and the state of the exchange with each carrier's service.

import type { Stop } from '@backhaul/core/carrier-adapter.ts'
import type { BookedShipment, CarrierBookingRow } from '@backhaul/core/carrier-booking.ts'
import type { PurchaseRow } from '@backhaul/core/carrier-purchase.ts'
import { isId } from '@backhaul/core/ids.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { LockedConnection } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/db.ts'
import type { Filters, ListOrder, Position } from '../../database/list-rows.ts'

/** A shipment that was written since the last pass, with its bookings. */
export interface Noticed extends BookedShipment, Pick<Shipment, 'id'> {
  bookings: CarrierBookingRow[]
}

/**
 * Reads the first `limit` rows of the outbox and their shipments. Call it in a transaction: it locks the bookings until the transaction
 * ends.
 */
export const readOutbox = async (held: LockedConnection, limit: number): Promise<{ ids: string[]; shipments: Noticed[] }> => {
  const rows = await held.all<{ id: string; shipment_id: string }>('select id, shipment_id from carrier_outbox order by id limit $1', [
    limit,
  ])
  const about = [...new Set(rows.map(({ shipment_id }) => shipment_id))]
  const bookings = await held.all<CarrierBookingRow>('select * from carrier_bookings where shipment_id = any($1) for update', [about])
  const columns = 'id, carrier, collecting_carrier, status, label_id, is_direct'
  const shipments = await held.all<Noticed>(`select ${columns} from shipments where id = any($1)`, [about])
  for (const shipment of shipments) shipment.bookings = bookings.filter(({ shipment_id }) => shipment_id === shipment.id)
  return { ids: rows.map(({ id }) => id), shipments }
}

/** `changed`: the new and the changed bookings. */
export const writeOutbox = async (held: LockedConnection, ids: readonly string[], changed: readonly CarrierBookingRow[]): Promise<void> => {
  if (changed.length > 0) {
    await held.all(
      `insert into carrier_bookings select r.* from json_populate_recordset(null::carrier_bookings, $1) r
       on conflict (id) do update set state = excluded.state, tries = excluded.tries, due_at = excluded.due_at,
         updated_at = excluded.updated_at, version = excluded.version`,
      [JSON.stringify(changed)],
    )
    await held.all(
      `update carrier_purchases set state = 'voiding', due_at = updated.at, tries = 0, updated_at = updated.at, version = version + 1
         from (select id, updated_at as at from carrier_bookings where id = any($1) and state = 'voiding') updated
        where booking_id = updated.id and state = 'held'`,
      [changed.map(({ id }) => id)],
    )
  }
  await held.all('delete from carrier_outbox where id = any($1)', [ids])
}

/** The bookings to buy a label for now. Those that have been due longest come first. */
export const listDue = (db: Database, carrier: string, now: string, limit: number): Promise<CarrierBookingRow[]> =>
  db.query<CarrierBookingRow>(
    'carrier_bookings_due',
    `select * from carrier_bookings where carrier = $1 and state = 'due' and due_at <= $2 order by due_at, id limit $3`,
    [carrier, now, limit],
  )

export const findBooking = async (db: Database, id: string): Promise<CarrierBookingRow | null> =>
  isId('carrier_booking', id) ? db.one<CarrierBookingRow>('carrier_booking', 'select * from carrier_bookings where id = $1', [id]) : null

export type BookingFilters = Filters<'carrier' | 'state' | 'shipment_id'>

/** A booking with all attempts for it. */
export type ListedBooking = CarrierBookingRow & { purchases: PurchaseRow[] }

/** Number of attempts without a label that are read for a booking. A carrier that sells nothing for weeks leaves thousands. */
const MAX_PAST = 20

/** Attempts and labels of bookings, oldest first, without old attempts that bought nothing and will not be read again. */
export const listPurchases = async (db: Database, booking_ids: readonly string[]): Promise<PurchaseRow[]> => {
  const rows = await db.query<PurchaseRow & { nth: number }>(
    'carrier_purchases_of',
    `select * from (select *, row_number() over (partition by booking_id order by created_at desc, id desc) as nth
                      from carrier_purchases where booking_id = any($1)) p
      where nth <= $2 or due_at is not null or state not in ('absent', 'refused') order by created_at, id`,
    [booking_ids, MAX_PAST],
  )
  return rows.map(({ nth: _, ...row }) => row)
}

export const withPurchases = async (db: Database, rows: readonly CarrierBookingRow[]): Promise<ListedBooking[]> => {
  const purchases = await listPurchases(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, purchases: purchases.filter(({ booking_id }) => booking_id === row.id) }))
}

export const listBookings = async (
  db: Database,
  { after, limit, order = 'newest' }: { after: Position | null; limit: number; order?: ListOrder | undefined },
  { carrier, state, shipment_id }: BookingFilters,
): Promise<ListedBooking[]> => {
  const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
  const rows = await db.query<CarrierBookingRow>(
    `carrier_bookings_list_${order}`,
    `select * from carrier_bookings
      where ($1::timestamptz is null or (created_at, id) ${beyond} ($1, $2))
        and ($4::text is null or carrier = $4) and ($5::text is null or state = $5) and ($6::text is null or shipment_id = $6)
      order by created_at ${direction}, id ${direction} limit $3`,
    [after?.created_at ?? null, after?.id ?? null, limit, carrier ?? null, state ?? null, shipment_id ?? null],
  )
  return withPurchases(db, rows)
}

export type Exchanged = Row<'carrier_exchanges'>

/** Reads the exchanges of all carriers that have a service. A new service gets a row with `since` set to `now`. */
export const readExchanges = async (held: LockedConnection, now: string): Promise<Exchanged[]> => {
  const fresh = `insert into carrier_exchanges (carrier, url, since)
    select code, url, $1 from carriers c
     where url is not null and not exists (select from carrier_exchanges e where e.carrier = c.code and e.url = c.url)
    on conflict do nothing`
  await held.all(fresh, [now])
  return held.all<Exchanged>('select e.* from carrier_exchanges e join carriers c on c.code = e.carrier and c.url = e.url')
}

/** The exchanges of all carriers that have a service. */
export const listExchanges = (db: Database): Promise<Exchanged[]> =>
  db.query<Exchanged>(
    'carrier_exchanges_open',
    'select e.* from carrier_exchanges e join carriers c on c.code = e.carrier and c.url = e.url',
  )

/** Adds to the outbox the next shipments of the carrier that are in one of these statuses. Returns whether none are left. */
export const enroll = async (
  held: LockedConnection,
  { carrier, url }: Exchanged,
  statuses: readonly string[],
  limit: number,
): Promise<boolean> => {
  const [row] = await held.all<{ is_enrolled: boolean }>(
    `with looked_at as materialized (
       select id, coalesce(collecting_carrier, carrier) as carrier, collecting_carrier, status from shipments
        where id > (select enrolled_to from carrier_exchanges where carrier = $1 and url = $2) order by id limit $3),
     noticed as (
       insert into carrier_outbox (id, shipment_id)
       select id || '/enrolled', id from looked_at
        where carrier = $1 and (status = any($4) or collecting_carrier = $1) on conflict do nothing)
     update carrier_exchanges set enrolled_to = coalesce((select max(id) from looked_at), enrolled_to),
            is_enrolled = (select count(*) from looked_at) < $3
      where carrier = $1 and url = $2 returning is_enrolled`,
    [carrier, url, limit, statuses],
  )
  return row?.is_enrolled ?? true
}

/** Writes nothing if another process has read on meanwhile. */
export const noteReports = (db: Database, { carrier, url, reports_after }: Exchanged, next: string) =>
  db.query(
    'carrier_note_reports',
    'update carrier_exchanges set reports_after = $4 where carrier = $1 and url = $2 and reports_after is not distinct from $3',
    [carrier, url, reports_after, next],
  )

export interface Outcome {
  /** Why the service did not answer. Null if it answered. */
  error: string | null
  stopped: Stop | null
  /** The carrier is not called before this time. */
  paused_until: string | null
}

export const noteAnswer = (db: Database, { carrier, url }: Exchanged, at: string, { error, stopped, paused_until }: Outcome) =>
  db.query(
    'carrier_note_answer',
    `update carrier_exchanges set asked_at = $3, last_error = $4, stopped = $5, paused_until = $6,
            pauses = case when $4::text is null then 0 else pauses + 1 end,
            failing_since = case when $4::text is not null then coalesce(failing_since, $3::timestamptz) end
      where carrier = $1 and url = $2`,
    [carrier, url, at, error, stopped, paused_until],
  )
