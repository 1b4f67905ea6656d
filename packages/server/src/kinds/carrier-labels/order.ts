// Orders the carrier's label of a shipment in direct mode. The order commits a booking that is due. The exchange with the carrier buys the
// label, so the rules that keep a label from being paid for twice stay in one place (ADR 44).
import { type CarrierBookingRow, carrierOf, isComing } from '@backhaul/core/carrier-booking.ts'
import { heldRefusal } from '@backhaul/core/effects.ts'
import { carrierLabelUrl } from '@backhaul/core/events/build-shipment.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { stateOf } from '@backhaul/core/transitions.ts'
import { showAs } from '../../http/show-as.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { type BookedLabel, findBookedLabel } from './queries.ts'
import { CarrierLabelOut } from './schema.ts'
import { labelStateOf, messageOf } from './state.ts'

export const refuseVoided = ({ status, label_voided }: Pick<Shipment, 'status' | 'label_voided'>): Refusal | null =>
  label_voided ? refuse('label_voided', `The shipment is ${status} and its labels are void; create a new shipment.`, { status }) : null

const notOffered = (message: string, { fulfillment, is_direct }: Shipment): Refusal =>
  refuse('carrier_label_not_offered', message, { mode: is_direct ? 'direct' : 'network', fulfillment })

const refuseNetworkMode = (shipment: Shipment): Refusal => {
  const why =
    shipment.fulfillment === 'qr_code'
      ? 'The shipment has fulfillment qr_code, which is always in network mode: its label is made when a counter scans the code'
      : 'The shipment is in network mode, in which the network buys the label of the carrier'
  return notOffered(
    `${why}; create a return with fulfillment print_label and from in a market in direct mode, whose carrier has a service, to order one.`,
    shipment,
  )
}

/**
 * Why no label of the carrier can be bought for the shipment. Errors: `carrier_label_not_offered`, `label_voided`, `invalid_transition`,
 * `shipment_held`.
 */
export const refuseOrder = async (service: Service, shipment: Shipment): Promise<Refusal | { carrier: string }> => {
  if (!shipment.is_direct) return refuseNetworkMode(shipment)
  const voided = refuseVoided(shipment)
  if (voided) return voided
  const { status } = shipment
  if (!isComing(stateOf(shipment)))
    return refuse(
      'invalid_transition',
      `The shipment is ${status}; a label of the carrier is bought only before the parcel is handed over.`,
      {
        status,
        command: 'carrier-label',
      },
    )
  if (shipment.held) return heldRefusal(shipment, 'carrier-label')
  if (shipment.from_address === null)
    return notOffered('The shipment has no sender address, which the carrier needs; create a new shipment with `from`.', shipment)
  const code = carrierOf(shipment)
  const carrier = code === null ? undefined : (await service.network.tables()).carriers.get(code)
  if (!carrier?.active || carrier.url === null)
    return notOffered('The carrier of the shipment sells no labels at the moment; use the label of Backhaul.', shipment)
  return { carrier: carrier.code }
}

const labelResource = (shipment: Shipment, label: BookedLabel, now_ms: number) => {
  const state = labelStateOf(label, now_ms) ?? 'ordered'
  return showAs(CarrierLabelOut, label.booking, {
    object: 'carrier_label',
    shipment_id: shipment.id,
    state,
    format: label.format,
    url: carrierLabelUrl(shipment),
    message: messageOf(state, label),
  })
}

const answerOf = (shipment: Shipment, label: BookedLabel, now_ms: number) => {
  const body = labelResource(shipment, label, now_ms)
  return { status: body.state === 'ready' ? 200 : 202, body }
}

/**
 * One attempt at ordering the label. If it is ordered or bought already, nothing changes. A refused order is sent to the carrier again.
 * `tenant`: null for an operator or the shopper's page. Errors: `not_found` and those of `refuseOrder`.
 */
export const orderLabel = async (service: Service, tenant: string | null, id: string): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenant, id)
  if (!shipment) return shipmentNotFound()
  const found = shipment.is_direct && !shipment.label_voided ? await findBookedLabel(service.db, shipment) : null
  const now_ms = service.clock.now()
  const state = labelStateOf(found, now_ms)
  if (found && state !== null && found.booking.state !== 'refused') return { ...answerOf(shipment, found, now_ms), plan: {} }
  const allowed = await refuseOrder(service, shipment)
  if (isRefusal(allowed)) return allowed
  const at = iso(now_ms)
  const due = { state: 'due', number: null, error: null, cause: null, tries: 0, due_at: at, updated_at: at } as const
  const booking: CarrierBookingRow = found
    ? { ...found.booking, ...due, version: found.booking.version + 1 }
    : { ...due, id: newId('carrier_booking'), carrier: allowed.carrier, shipment_id: shipment.id, created_at: at, version: 1 }
  const rows = { [found ? 'updates' : 'inserts']: [['carrier_bookings', booking] as const] }
  // A cancellation that is committed meanwhile must not be followed by a purchase.
  return { ...answerOf(shipment, { booking, paper_id: null, format: null }, now_ms), plan: { ...rows, guards: [['shipments', shipment]] } }
}
