import type { CarrierBookingRow } from '@backhaul/core/carrier-booking.ts'
import { isOpen } from '@backhaul/core/carrier-purchase.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Plan, Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import type { Service } from '../../service/service.ts'
import { findBooking, listHeld } from './queries.ts'

/**
 * Voids the carrier's label of a shipment in direct mode whose parcel or destination is amended in the same commit. A new order buys a new
 * label. Errors: `shipment_locked` while the carrier is being asked, because nobody knows yet whether a label for the old facts was sold.
 */
export const withdrawOrder = async ({ db, clock }: Service, shipment: Shipment): Promise<Plan | Refusal> => {
  const booking = await findBooking(db, shipment)
  if (!booking) return {}
  if (isOpen(booking))
    return refuse(
      'shipment_locked',
      'The carrier is being asked for the label of this parcel; amend the shipment when GET /v2/shipments/{id}/carrier-label says how that ended, or cancel it.',
      { status: shipment.status, command: 'amend' },
    )
  if (booking.state !== 'booked') return { guards: [['carrier_bookings', booking]] }
  const at = iso(clock.now())
  const raised = { state: 'voiding', tries: 0, due_at: at, updated_at: at } as const
  const voided: CarrierBookingRow = { ...booking, ...raised, version: booking.version + 1 }
  const held = await listHeld(db, booking.id)
  return {
    updates: [
      ['carrier_bookings', voided],
      ...held.map((one): Update => ['carrier_purchases', { ...one, ...raised, version: one.version + 1 }]),
    ],
  }
}
