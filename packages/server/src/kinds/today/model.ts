import { STATUSES, type Status } from '@backhaul/core/shipment.ts'
import { RANKS, stateOf } from '@backhaul/core/transitions.ts'

/** No kind is counted further: reading it has a bound, however much waits. */
export const MOST_COUNTED = 9_999

/** What the pictures show: seven days, of which the last hour is under way. */
export const WINDOW_HOURS = 7 * 24
export const HOUR_MS = 3_600_000

/** Parcels that may be disposed of within so many hours are shown. */
export const DISPOSE_SOON_HOURS = 48
/** Tenders that were accepted with another number of pieces are shown for so long. */
export const TENDER_DAYS = 7

/** Where a parcel that does not move has been forgotten; elsewhere it waits for somebody who is shown apart, or is not in the network. */
export const MOVING = [
  'ready_for_pickup',
  'picked_up',
  'in_possession',
  'at_sort_center',
  'sorted',
  'made_ready',
  'injected',
  'in_transit',
  'out_for_delivery',
] as const satisfies readonly Status[]

const rankOf = (status: Status): number => RANKS[stateOf({ status, label_id: '' })] ?? 99

/** In the order of a parcel's way, how it may end last. No event tells of `made_ready`. */
export const REACHED: readonly Status[] = STATUSES.filter((status) => status !== 'made_ready').toSorted((a, b) => rankOf(a) - rankOf(b))

/** The event that tells that a parcel has come to a status. */
export const eventOf = (status: Status): string => `shipment.${status}`
