import { STATUSES, type Status } from '@backhaul/core/shipment.ts'
import { RANKS, stateOf } from '@backhaul/core/transitions.ts'

/** Upper limit for each count, so that a count is never expensive to read. */
export const MAX_COUNTED = 9_999

/** The charts show seven days. The last hour of them is not complete yet. */
export const WINDOW_HOURS = 7 * 24
export const HOUR_MS = 3_600_000

/** Parcels that may be disposed of within this many hours are shown. */
export const DISPOSE_SOON_HOURS = 48
/** Number of days for which a tender is shown that was accepted with a different number of pieces. */
export const TENDER_DAYS = 7

/**
 * A parcel in one of these statuses that does not move has been forgotten. In any other status, the parcel waits for a person (and is shown
 * separately) or is not in the network.
 */
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

/** Statuses in the order of a parcel's route, final ones last. `made_ready` is left out, because no event reports it. */
export const REACHED: readonly Status[] = STATUSES.filter((status) => status !== 'made_ready').toSorted((a, b) => rankOf(a) - rankOf(b))

/** The event that reports that a parcel reached a status. */
export const eventOf = (status: Status): string => `shipment.${status}`
