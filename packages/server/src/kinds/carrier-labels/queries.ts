import { type CarrierBookingRow, carrierOf } from '@backhaul/core/carrier-booking.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'

/** A booking with its valid label. `format` and `paper_id`: null if the carrier gave no bytes, or none yet. */
export interface BookedLabel {
  booking: CarrierBookingRow
  paper_id: string | null
  format: string | null
}

/** The caller has already loaded the shipment within its tenant. Null: the carrier was not asked for a label. */
export const findBookedLabel = async (
  db: Database,
  shipment: Pick<Shipment, 'id' | 'collecting_carrier' | 'carrier'>,
): Promise<BookedLabel | null> => {
  const row = await db.one<CarrierBookingRow & Omit<BookedLabel, 'booking'>>(
    'carrier_label',
    `select b.*, a.id as paper_id, a.format
       from carrier_bookings b
       left join carrier_purchases p on p.booking_id = b.id and p.state = 'held'
       left join carrier_papers a on a.purchase_id = p.id and a.name = 'label'
      where b.shipment_id = $1 and b.carrier = $2 limit 1`,
    [shipment.id, carrierOf(shipment)],
  )
  if (!row) return null
  const { paper_id, format, ...booking } = row
  return { booking, paper_id, format }
}

/** The bytes of a paper that exists, exactly as the carrier gave them. */
export const readPaper = async (db: Database, paper_id: string): Promise<Buffer> => {
  const row = await db.one<{ content: Buffer }>('carrier_paper', 'select content from carrier_papers where id = $1', [paper_id])
  if (!row) throw new Error(`the paper ${paper_id} is gone`)
  return row.content
}
