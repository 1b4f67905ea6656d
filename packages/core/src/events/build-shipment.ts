// Events of a shipment's life: sold, labeled, amended, held, ended. Defines the identifiers and facts of each. The decisions define when an
// event fires. The catalog defines what all records of a type have in common.
import { cubicFeet } from '../parcel.ts'
import type { Address, Parcel, Place, Shipment } from '../shipment.ts'
import { type Actor, onShipment } from './draft.ts'

const NOBODY: Actor = { email: '', full_name: '' }

export const carrierLabelUrl = ({ id }: Pick<Shipment, 'id'>): string => `/v2/shipments/${id}/carrier-label`

const eventParcel = (parcel: Parcel) => ({
  weight: parcel.weight,
  length: parcel.length,
  width: parcel.width,
  height: parcel.height,
  cubicFt: cubicFeet(parcel),
})

export const created = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.created', shipment, actor, {
    labelVersion: shipment.label_version,
    serviceLevel: shipment.service_level,
    parcel: eventParcel(shipment.parcel),
  })

/** The shipment already has its label. */
const labelFacts = (shipment: Shipment) => ({
  labelVersion: shipment.label_version as number,
  serviceLevel: shipment.service_level,
  parcel: eventParcel(shipment.parcel),
})

export const labelReady = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.label_ready', shipment, actor, { labelFormat: shipment.label_format, ...labelFacts(shipment) })

export const labelReprinted = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.label_reprinted', shipment, actor, labelFacts(shipment))

/** `number`: the number on the label of the carrier. Nobody acts: the label was ordered earlier. */
export const carrierLabelReady = (shipment: Shipment, carrier: string, number: string) =>
  onShipment(
    'shipment.carrier_label_ready',
    shipment,
    NOBODY,
    { carrier, carrierLabelUrl: carrierLabelUrl(shipment) },
    { ltracking: number },
  )

export const sold = (shipment: Shipment, actor: Actor) =>
  onShipment(
    'shipment.sold',
    shipment,
    actor,
    { soldAt: shipment.created_at, serviceLevel: shipment.service_level },
    { store: shipment.store_id },
  )

export const updated = (shipment: Shipment, actor: Actor) => onShipment('shipment.updated', shipment, actor, null)

export const disposed = (shipment: Shipment, actor: Actor) => onShipment('shipment.disposed', shipment, actor, { disposition: 'dispose' })

export const unclaimed = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.unclaimed', shipment, actor, { disposition: 'unclaimed' })

export const undeliverable = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.undeliverable', shipment, actor, { disposition: 'rts', carrier: shipment.carrier })

export const returnToSender = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.return_to_sender', shipment, actor, { disposition: 'rts', carrier: shipment.carrier })

/** `at`: the time at which the shipment was cancelled and its label voided. */
export const cancelled = (shipment: Shipment, actor: Actor, at: string) =>
  onShipment('shipment.cancelled', shipment, actor, { labelVoided: true, voidedAt: at, cancelledAt: at, expiresAt: shipment.expires_at })

export const expired = (shipment: Shipment, actor: Actor, at: string) =>
  onShipment('shipment.expired', shipment, actor, { labelVoided: true, voidedAt: at, expiredAt: at, expiresAt: shipment.expires_at })

export const held = (shipment: Shipment, actor: Actor) => onShipment('shipment.held', shipment, actor, { held: true })

export const released = (shipment: Shipment, actor: Actor) => onShipment('shipment.released', shipment, actor, { held: false })

const destinationOf = ({ name, company, city, state, postal_code, country }: Address): Place => {
  const recipient = name ?? company
  return { ...(recipient && { name: recipient }), city, ...(state && { state }), ...(postal_code && { postalCode: postal_code }), country }
}

export const redirected = (shipment: Shipment, actor: Actor) => {
  const to = shipment.to_address
  return onShipment(
    'shipment.redirected',
    shipment,
    actor,
    { redirectedTo: to.name || to.company || to.line1, redirectedToLine1: to.line1, carrier: shipment.carrier },
    {},
    { location: destinationOf(to) },
  )
}
