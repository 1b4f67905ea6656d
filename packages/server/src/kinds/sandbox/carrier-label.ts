import { numbered } from '@backhaul/core/carrier.ts'
import { isComing } from '@backhaul/core/carrier-booking.ts'
import type { PurchaseRow } from '@backhaul/core/carrier-purchase.ts'
import { carrierLabelReady } from '@backhaul/core/events/build-shipment.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { stateOf } from '@backhaul/core/transitions.ts'
import { bytea } from '../../database/columns.ts'
import { newId } from '../../process/ids.ts'
import { freezeAll } from '../../service/plan.ts'
import { partnerNow } from '../../service/service.ts'
import { findBookedLabel } from '../carrier-labels/queries.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { shipmentResource } from '../shipments/resource.ts'
import type { Step } from './steps.ts'

/** Prints like a label, in case somebody sends it to a printer. */
const ZPL = '^XA^FO40,40^A0N,40^FD REHEARSED CARRIER LABEL^FS^FO40,100^A0N,40^FD DO NOT MAIL^FS^XZ\n'

/**
 * Leaves the rows that a purchase leaves, because no carrier may be needed in a rehearsal. The shipment is in direct mode from now on. If
 * it is canceled, no carrier is asked to void the label.
 */
export const sellCarrierLabel: Step = async ({ service, caller, shipment_id }) => {
  const before = await loadShipment(service, caller.partner.id, shipment_id)
  if (!before) return shipmentNotFound('shipment_id')
  const { carrier, status } = before
  const isOpen = before.direction === 'return' && isComing(stateOf(before)) && !(await findBookedLabel(service.db, before))
  if (carrier === null || !isOpen) {
    const details = { status, command: 'carrier-label' }
    return refuse('invalid_transition', 'A carrier cannot sell a label for this shipment now; omit shipment_id.', details)
  }
  const now = await partnerNow(service, before.partner_id)
  const [booking_id, id] = [newId('carrier_booking'), newId('carrier_purchase')]
  const number = before.ltracking ?? before.barcode
  const shipment = { ...before, ...numbered(number), is_direct: true, version: before.version + 1 }
  const common = { carrier, shipment_id: before.id, error: null, tries: 0, created_at: now, updated_at: now, version: 1 }
  const purchase: PurchaseRow = {
    ...{ id, reference: id, booking_id, url: '', carrier_shipment_id: null, offer: 'rehearsal', service: 'rehearsal', state: 'held' },
    ...{ numbers: [number], cost_cents: null, currency: null, charges: [], ids: {}, due_at: null, ...common },
  }
  const paper = { id: newId('carrier_paper'), purchase_id: id, name: 'label', format: 'zpl', content: bytea(Buffer.from(ZPL)) }
  return {
    status: 200,
    body: shipmentResource(shipment, service.links),
    plan: {
      inserts: [
        ['carrier_bookings', { id: booking_id, state: 'booked', number, cause: null, due_at: now, ...common }],
        ['carrier_purchases', purchase],
        ['carrier_papers', paper],
      ],
      updates: [['shipments', shipment]],
      events: freezeAll([carrierLabelReady(shipment, carrier, number)], now),
    },
  }
}
