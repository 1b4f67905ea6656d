// Database rows of attempts to buy labels, of their papers, and of the quota of an account.
import type { HeldLabel } from '@backhaul/core/carrier-adapter.ts'
import type { CarrierBookingRow } from '@backhaul/core/carrier-booking.ts'
import type { PurchaseRow } from '@backhaul/core/carrier-purchase.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { isSameService } from '../network/carrier-service.ts'
import { type Exchanged, findBooking, listPurchases } from './bookings.ts'

/** A booking with all attempts for it, and its shipment. */
export interface Whole {
  booking: CarrierBookingRow
  purchases: PurchaseRow[]
  shipment: Shipment
}

/** The booking is read first, so that the rest is at least as new as its version. */
export const readWhole = async (db: Database, booking_id: string): Promise<Whole | null> => {
  const booking = await findBooking(db, booking_id)
  if (!booking) return null
  const purchases = await listPurchases(db, [booking_id])
  const shipment = await db.one<Shipment>('carrier_shipment', 'select * from shipments where id = $1', [booking.shipment_id])
  return shipment && { booking, purchases, shipment }
}

/** What a carrier is asked about a purchase: which labels an attempt bought, to void a label, and how far a submitted void is. */
export type Question = 'read' | 'void' | 'poll'

/** The attempts and labels about which the carrier must be asked now. Those that have been due longest come first. */
export const listDuePurchases = (
  db: Database,
  { carrier, url }: Exchanged,
  question: Question,
  now: string,
  limit: number,
): Promise<PurchaseRow[]> =>
  db.query<PurchaseRow>(
    'carrier_purchases_due',
    `select * from carrier_purchases where carrier = $1 and ${isSameService('url', '$2')} and due_at <= $3
        and case when numbers = '{}' then 'read' when state = 'void_submitted' then 'poll' else 'void' end = $5
      order by due_at, id limit $4`,
    [carrier, url, now, limit, question],
  )

/** The labels of parcels that the carrier knows and that have not arrived, oldest first. */
export const listHeld = (db: Database, { carrier, url }: Exchanged, after: string | null, limit: number): Promise<HeldLabel[]> =>
  db.query<HeldLabel>(
    'carrier_labels_held',
    `select b.id, p.numbers, p.ids, p.carrier_shipment_id, p.created_at as bought_at
       from carrier_bookings b join carrier_purchases p on p.booking_id = b.id and p.state = 'held'
      where b.state = 'booked' and b.carrier = $1 and ${isSameService('p.url', '$2')}
        and (b.created_at, b.id) > (coalesce((select created_at from carrier_bookings where id = $3), '-infinity'), coalesce($3, ''))
      order by b.created_at, b.id limit $4`,
    [carrier, url, after, limit],
  )

/**
 * Ends the cancellation of bookings without a label that could still be voided. A label that was bought from an earlier service of the
 * carrier cannot be voided here, and neither can a booking from before Backhaul bought labels. A rehearsed label has no service.
 */
export const endVoids = async (db: Database, { carrier, url }: Exchanged, now: string): Promise<void> => {
  await db.query(
    'carrier_end_foreign_voids',
    `update carrier_purchases set due_at = null, updated_at = $3, version = version + 1,
            state = case when url = '' then 'void_not_needed' else 'void_refused' end,
            error = case when url <> '' then 'it was bought from an earlier service of the carrier: void it there' end
      where carrier = $1 and due_at is not null and state in ('voiding', 'void_submitted') and not ${isSameService('url', '$2')}`,
    [carrier, url, now],
  )
  await db.query(
    'carrier_end_voids',
    `update carrier_bookings b set state = 'void', updated_at = $2, version = version + 1,
            error = case when number is not null and not exists (select from carrier_purchases p where p.booking_id = b.id)
                         then 'it was booked before the update: cancel it at the carrier' else error end
      where carrier = $1 and state = 'voiding'
        and not exists (select from carrier_purchases p where p.booking_id = b.id and p.state in ('held', 'voiding', 'void_submitted'))`,
    [carrier, now],
  )
}

/**
 * Takes one request of the account's quota, a bucket that all processes share. The clock is that of the database, because the processes may
 * run on several machines. False: fewer than `least` are left.
 */
export const takeQuota = async (
  db: Database,
  { carrier, url }: Exchanged,
  { burst, per_s }: { burst: number; per_s: number },
  least: number,
): Promise<boolean> =>
  (await db.one(
    'carrier_take_quota',
    `with left_now as materialized (
       select carrier, url, least($3, coalesce(quota_left + $4 * greatest(0, extract(epoch from clock_timestamp() - quota_at)), $3)) as n
         from carrier_exchanges where carrier = $1 and url = $2 for update)
     update carrier_exchanges e set quota_left = n - 1, quota_at = clock_timestamp()
       from left_now l where e.carrier = l.carrier and e.url = l.url and n >= $5 returning 1`,
    [carrier, url, burst, per_s, least],
  )) !== null

export type PaperRow = Row<'carrier_papers'>

/** The formats that are recognized. `other`: none of them. */
const FIRST_BYTES: readonly [string, RegExp][] = [
  ['pdf', /^%PDF-/],
  ['png', /^\x89PNG\r\n/],
  ['gif', /^GIF8[79]a/],
  ['zpl', /^\s*\^XA/],
  ['svg', /^\s*<(\?xml|svg)/],
  ['epl', /^\s*N\s*\n/],
]

/** Recognizes the format of a paper by its first bytes, because names and headers of carriers are wrong at times. */
export const formatOf = (content: Uint8Array): string => {
  const start = Buffer.from(content.subarray(0, 64)).toString('latin1')
  return FIRST_BYTES.find(([, pattern]) => pattern.test(start))?.[0] ?? 'other'
}
