// Bookings with a carrier's service: a parcel is announced to the carrier, or its booking is canceled (ADR 32).
import type { Shipment, Status } from './shipment.ts'
import type { Row } from './tables.ts'
import { BEFORE_HANDOVER, type ShipmentState, stateOf, statusOf } from './transitions.ts'

/**
 * `due`: the booking must be sent to the carrier. `booked`: the carrier knows the parcel. `refused`: the carrier does not accept the
 * parcel. `voiding`: the cancellation must be sent. `void`: the carrier does not know the parcel anymore, or never did. `done`: the parcel
 * has arrived.
 */
export const BOOKING_STATES = ['due', 'booked', 'refused', 'voiding', 'void', 'done'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/**
 * One row of `carrier_bookings`: one for each carrier that a parcel was assigned to. `number` is the carrier's own number for the parcel.
 * `error` is the carrier's message if it did not accept the last request. `tries` counts the failed attempts since the state began.
 * `due_at` is the time of the next attempt.
 */
export interface CarrierBookingRow extends Row<'carrier_bookings'> {
  state: BookingState
}

/** The parcel has a label, and the carrier does not have it yet. */
const COMING: ReadonlySet<ShipmentState> = new Set(['label_ready', 'rejected_labeled', ...BEFORE_HANDOVER, 'made_ready'])
export const isComing = (state: ShipmentState): boolean => COMING.has(state)
/** The statuses of these states, for queries. */
export const COMING_STATUSES: readonly Status[] = [...new Set([...COMING].map(statusOf))]
const ARRIVED: ReadonlySet<ShipmentState> = new Set(['delivered', 'return_to_sender'])
const CALLED_OFF: ReadonlySet<ShipmentState> = new Set(['cancelled', 'expired', 'disposed'])

/**
 * Returns the state of the booking of `shipment` with `carrier` after a change of the shipment. Null: there is no booking. `before` is the
 * current state, or null if there is no booking yet. A booking is created only while the carrier is expected to take the parcel. Once a
 * carrier has accepted the parcel for collection, only that carrier counts as the parcel's carrier.
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
  // A carrier that refused the parcel does not know it. If the state is `due`, the carrier may know the parcel, because its answer may have
  // been lost.
  return before === 'refused' ? 'void' : 'voiding'
}
