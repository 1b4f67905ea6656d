// Bookings with a carrier's service: a parcel is announced to the carrier, or its booking is canceled (ADR 32).
import { REFUSAL_CAUSES, type RefusalCause } from './carrier-adapter.ts'
import type { Shipment, Status } from './shipment.ts'
import type { Row } from './tables.ts'
import { BEFORE_HANDOVER, type ShipmentState, stateOf, statusOf } from './transitions.ts'

/** The states of bookings and their meanings. Several states of one row never overlap. */
export const BOOKING_MEANINGS = {
  due: 'the booking must be sent to the carrier',
  buying: 'the carrier is being asked for a label',
  uncertain: 'the carrier gave no usable answer and may have sold a label, so it is read again later',
  undecided: 'the carrier shows no label, which proves nothing for this carrier: a person decides',
  booked: 'the carrier knows the parcel',
  refused: 'the carrier does not accept the parcel',
  voiding: 'the label is not needed anymore, and the carrier must void it',
  void: 'no label is needed, and no void is under way',
  done: 'the parcel has arrived',
} as const
export type BookingState = keyof typeof BOOKING_MEANINGS
export const BOOKING_STATES = Object.keys(BOOKING_MEANINGS) as readonly BookingState[]

/** States in which an attempt to buy a label has no known outcome. A change of the shipment has to wait for the outcome. */
const OPEN: ReadonlySet<BookingState> = new Set(['buying', 'uncertain', 'undecided'])

/** What to do about a refusal, by its cause. */
export const REMEDIES: Readonly<Record<RefusalCause, string>> = {
  address: 'Correct the address of the shipment, then retry the booking.',
  parcel: 'Correct the weight or the dimensions of the parcel, then retry the booking.',
  customs: 'Complete the customs declaration, then retry the booking.',
  service: 'The carrier does not serve this parcel. Give it to another carrier.',
  other: 'Ask the carrier about its reason, then retry the booking.',
}
export const causeOf = (text: string | null): RefusalCause | null => REFUSAL_CAUSES.find((cause) => cause === text) ?? null

/**
 * One row of `carrier_bookings`: one for each carrier that a parcel was assigned to. `number` is the carrier's own number for the parcel.
 * `error` is the carrier's message if the last request failed, `cause` what its refusal is about. `tries` counts the failed attempts since
 * the state began. `due_at` is the time of the next attempt.
 */
export interface CarrierBookingRow extends Row<'carrier_bookings'> {
  state: BookingState
}

/** The parcel has a label, and the carrier does not have it yet. */
const COMING: ReadonlySet<ShipmentState> = new Set(['label_ready', 'rejected_labeled', ...BEFORE_HANDOVER, 'made_ready'])
export const isComing = (state: ShipmentState): boolean => COMING.has(state)
/** The statuses of these states, for queries. */
export const COMING_STATUSES: readonly Status[] = [...new Set([...COMING].map(statusOf))]
const WITH_SENDER: ReadonlySet<ShipmentState> = new Set(['label_ready', 'rejected_labeled'])
const ARRIVED: ReadonlySet<ShipmentState> = new Set(['delivered', 'return_to_sender'])
const CALLED_OFF: ReadonlySet<ShipmentState> = new Set(['cancelled', 'expired', 'disposed'])

/** The columns of a shipment that decide about its bookings. */
export type BookedShipment = Pick<Shipment, 'carrier' | 'collecting_carrier' | 'status' | 'label_id' | 'is_direct'>

/** The carrier that is to take the parcel, or has it. */
export const carrierOf = ({ collecting_carrier, carrier }: Pick<Shipment, 'collecting_carrier' | 'carrier'>): string | null =>
  collecting_carrier ?? carrier

/** Whether the carrier is expected to take the parcel, or has accepted it for collection. */
export const isExpected = (shipment: BookedShipment, carrier: string): boolean => {
  const state = stateOf(shipment)
  const isUnderWay = shipment.collecting_carrier !== null && !ARRIVED.has(state) && !CALLED_OFF.has(state)
  return carrierOf(shipment) === carrier && (COMING.has(state) || isUnderWay)
}

/** In direct mode, the label of the carrier is bought only by order, as long as the sender has the parcel and nobody collects it. */
const isByOrder = (shipment: BookedShipment): boolean =>
  shipment.is_direct && shipment.collecting_carrier === null && WITH_SENDER.has(stateOf(shipment))

/**
 * Returns the state of the booking of `shipment` with `carrier` after a change of the shipment. Null: there is no booking. `before` is the
 * current state, or null if there is no booking yet. A booking is created only while the carrier is expected to take the parcel. Once a
 * carrier has accepted the parcel for collection, only that carrier counts as the parcel's carrier. While an attempt to buy a label has no
 * known outcome, the state does not change; the outcome is decided like a state that was just reached (carrier-purchase.ts). In direct
 * mode a booking becomes due when someone orders the carrier's label, or when the network gets the parcel. After the handover to the
 * carrier, no label is bought anymore.
 */
export const bookingStateOf = (shipment: BookedShipment, carrier: string, before: BookingState | null): BookingState | null => {
  const state = stateOf(shipment)
  const isTheirs = carrierOf(shipment) === carrier
  if (before === null || before === 'void' || before === 'voiding')
    return isExpected(shipment, carrier) && !isByOrder(shipment) ? 'due' : before
  if (before === 'done' || OPEN.has(before)) return before
  if (shipment.is_direct && (before === 'due' || before === 'refused') && !isExpected(shipment, carrier)) return 'void'
  if (isTheirs && ARRIVED.has(state)) return 'done'
  if (isTheirs && !CALLED_OFF.has(state)) return before
  // Only a booked parcel has a label that can be voided.
  return before === 'booked' ? 'voiding' : 'void'
}
