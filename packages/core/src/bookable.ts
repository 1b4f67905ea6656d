import { type Refusal, refuse } from './refusal.ts'
import type { Shipment } from './shipment.ts'
import { RULES, type ShipmentState, stateOf } from './transitions.ts'

/**
 * States in which a carrier can still collect the parcel. These are the states in which it can be tendered, and `created`, because it can
 * be tendered once a counter has labeled it.
 */
const BOOKABLE: readonly ShipmentState[] = ['created', ...RULES.tender.moves[0].from]

/** Returns why no pickup can be booked for the shipment, or null if one can. */
export const refuseBooking = (shipment: Shipment): Refusal | null => {
  if (!BOOKABLE.includes(stateOf(shipment))) {
    const { status } = shipment
    const remedy = 'a pickup can be booked only before a carrier has the parcel'
    return refuse('invalid_transition', `The shipment is ${status}; ${remedy}.`, { status, command: 'pickup' })
  }
  if (shipment.pickup_id === null) return null
  return refuse('pickup_already_scheduled', 'The shipment already has a live pickup; cancel that pickup before you book another pickup.', {
    pickup_id: shipment.pickup_id,
  })
}
