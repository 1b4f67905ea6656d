// Who has the parcel (docs/guide/shipments.md#who-has-it). The answer of a shipment says it by the status, which is all that its row has. The
// endpoint of custody says it by the latest scan: what somebody decided about a parcel does not move it.
import type { ScanRow, Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'

export const HOLDERS = ['store', 'driver', 'network', 'facility', 'carrier', 'recipient', 'sender'] as const
export type Holder = (typeof HOLDERS)[number]

export interface Custody {
  holder: Holder
  /** Who exactly: a store's or facility's name, a carrier's code, a person. */
  name: string | null
  /** The town. */
  place: string | null
  store_id: string | null
  facility: string | null
  since: string
}

/** The part of a scan that shows who has the parcel. `status`: that of the shipment when the scan was recorded. */
export type LastScan = Pick<ScanRow, 'kind' | 'status' | 'store_id' | 'facility' | 'location' | 'occurred_at' | 'scanner_name' | 'details'>

const HOLDER_BY_STATUS: Partial<Record<Shipment['status'], Holder>> = {
  ready_for_pickup: 'store',
  picked_up: 'driver',
  // A counter, a driver or somebody else of the network.
  in_possession: 'network',
  at_sort_center: 'facility',
  sorted: 'facility',
  made_ready: 'facility',
  injected: 'carrier',
  in_transit: 'carrier',
  out_for_delivery: 'carrier',
  undeliverable: 'carrier',
  // Wherever it was reported.
  unclaimed: 'network',
  delivered: 'recipient',
  // On its way back; only a scan says with whom.
  return_to_sender: 'network',
}

/** By the status alone; null: the shopper, or nobody any more. */
export const custodyByStatus = ({ status, store_id, carrier, updated_at }: Shipment): Custody | null => {
  const holder = HOLDER_BY_STATUS[status]
  if (holder === undefined) return null
  return {
    holder,
    name: holder === 'carrier' ? carrier : null,
    place: null,
    store_id: holder === 'store' ? store_id : null,
    facility: null,
    since: updated_at,
  }
}

const HOLDER_BY_SCAN: Partial<Record<ScanKind, Holder>> = {
  'walk-in': 'store',
  accept: 'store',
  collect: 'driver',
  arrive: 'facility',
  sort: 'facility',
  inject: 'carrier',
  movement: 'carrier',
  'out-for-delivery': 'carrier',
}

const holderOf = ({ kind, status, facility, store_id }: LastScan): Holder | undefined => {
  // A custody scan says that somebody of the network has it: at a facility or a counter if it names one.
  if (kind === 'custody') return facility !== null ? 'facility' : store_id !== null ? 'store' : 'driver'
  // What is delivered on its way back is delivered to its sender.
  if (kind === 'deliver') return status === 'return_to_sender' ? 'sender' : 'recipient'
  return HOLDER_BY_SCAN[kind as ScanKind]
}

const nameOf = (holder: Holder, { location, scanner_name, details }: LastScan, { carrier }: Shipment): string | null => {
  if (holder === 'recipient' || holder === 'sender') return (details as { signed_by?: string }).signed_by ?? null
  if (holder === 'carrier') return carrier
  return holder === 'driver' ? scanner_name : (location?.name ?? null)
}

const townOf = ({ location }: LastScan): string | null => [location?.city, location?.state].filter(Boolean).join(', ') || null

/** Statuses in which nobody but the shopper has had the parcel. */
const WITH_SHOPPER: readonly Shipment['status'][] = ['created', 'label_ready', 'rejected']
export const isWithShopper = ({ status }: Shipment): boolean => WITH_SHOPPER.includes(status)

/**
 * `last`: the scan that happened last, except refusals by a counter; null: there is none. Nobody has a parcel that was disposed of, unless it
 * is scanned after that.
 */
export const custodyOf = (shipment: Shipment, last: LastScan | null): Custody | null => {
  const holder = last && holderOf(last)
  const isGone = shipment.status === 'disposed' && last?.status !== 'disposed'
  if (last === null || !holder || isGone || isWithShopper(shipment)) return custodyByStatus(shipment)
  return {
    holder,
    name: nameOf(holder, last, shipment),
    place: townOf(last),
    store_id: holder === 'store' ? (last.store_id ?? shipment.store_id) : null,
    facility: holder === 'facility' ? last.facility : null,
    since: last.occurred_at,
  }
}
