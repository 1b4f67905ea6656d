// What the service of a carrier is told of a parcel: that it is to go with the carrier, or that it does not come after all (ADR 32).
import type { Shipment, Status } from './shipment.ts'
import type { Row } from './tables.ts'
import { BEFORE_HANDOVER, type ShipmentState, stateOf, statusOf } from './transitions.ts'

/**
 * `due`: the carrier is to be told. `booked`: it knows the parcel. `refused`: it does not take it. `voiding`: it is to be told that the parcel
 * does not come; `void`: it has been. `done`: the parcel has arrived.
 */
export const BOOKING_STATES = ['due', 'booked', 'refused', 'voiding', 'void', 'done'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/**
 * One row of `carrier_bookings`: one for each carrier that a parcel was to go with. `number`: the carrier's own for the parcel. `error`: why the
 * carrier did not do what it was last told, in its words. `tries`: failed attempts to tell it since the state began. `due_at`: the next attempt.
 */
export interface CarrierBookingRow extends Row<'carrier_bookings'> {
  state: BookingState
}

/** It has a label, and the carrier has not got it yet. */
const COMING: ReadonlySet<ShipmentState> = new Set(['label_ready', 'rejected_labeled', ...BEFORE_HANDOVER, 'made_ready'])
export const isComing = (state: ShipmentState): boolean => COMING.has(state)
/** The same for looking shipments up. */
export const COMING_STATUSES: readonly Status[] = [...new Set([...COMING].map(statusOf))]
const ARRIVED: ReadonlySet<ShipmentState> = new Set(['delivered', 'return_to_sender'])
const CALLED_OFF: ReadonlySet<ShipmentState> = new Set(['cancelled', 'expired', 'disposed'])

/**
 * The state of the booking of `shipment` with `carrier`, by what became of the shipment; null: there is none. `before`: the state that it has;
 * null: there was none, and one is made only of a parcel that the carrier has not got yet. A parcel that a carrier accepted for collection is
 * that carrier's.
 */
export const bookingStateOf = (
  shipment: Pick<Shipment, 'carrier' | 'collecting_carrier' | 'status' | 'label_id'>,
  carrier: string,
  before: BookingState | null,
): BookingState | null => {
  const state = stateOf(shipment)
  const isTheirs = (shipment.collecting_carrier ?? shipment.carrier) === carrier
  const hasEnded = ARRIVED.has(state) || CALLED_OFF.has(state)
  const isUnderWay = shipment.collecting_carrier !== null && !hasEnded
  const isExpected = isTheirs && (COMING.has(state) || isUnderWay)
  if (before === null || before === 'void' || before === 'voiding') return isExpected ? 'due' : before
  if (before === 'done') return before
  if (isTheirs && ARRIVED.has(state)) return 'done'
  if (isTheirs && !CALLED_OFF.has(state)) return before
  // A carrier that refused it knows nothing of it; one that was to be told may do, if its answer was lost.
  return before === 'refused' ? 'void' : 'voiding'
}
