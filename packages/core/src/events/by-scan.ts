import type { Status } from '../shipment.ts'
import type { EventType } from './catalog.ts'

/** Statuses to which scans move a shipment. */
export const SCANNED = [
  'ready_for_pickup',
  'picked_up',
  'in_possession',
  'at_sort_center',
  'sorted',
  'injected',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'rejected',
] as const satisfies readonly Status[]

/** Events of the scans that moved a parcel. */
export const SCAN_EVENTS: readonly EventType[] = SCANNED.map((status) => `shipment.${status}` as const)
