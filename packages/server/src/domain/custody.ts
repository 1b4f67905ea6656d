// Who has the parcel (docs/guide/shipments.md#who-has-it). A list tells it by the status, which is all that its rows say; whoever reads one
// shipment is told by the latest scan, as a driver may have a parcel that a counter took in.
import type { ScanRow, Shipment } from './shipment.ts'
import { IN_NETWORK, type ScanKind } from './transitions.ts'

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

/** What of a scan tells who has the parcel. */
export type LastScan = Pick<ScanRow, 'kind' | 'store_id' | 'facility' | 'location' | 'occurred_at' | 'scanner_name' | 'details'>

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
  return_to_sender: 'sender',
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

/** A custody scan says that somebody of the network has it: at a facility or a counter if it names one. */
const holderOf = ({ kind, facility, store_id }: LastScan): Holder | undefined =>
  kind === 'custody' ? (facility !== null ? 'facility' : store_id !== null ? 'store' : 'driver') : HOLDER_BY_SCAN[kind as ScanKind]

const nameOf = (holder: Holder, { location, scanner_name }: LastScan, { carrier }: Shipment): string | null => {
  if (holder === 'carrier') return carrier
  return holder === 'driver' ? scanner_name : (location?.name ?? null)
}

const townOf = ({ location }: LastScan): string | null => [location?.city, location?.state].filter(Boolean).join(', ') || null

/** `last`: the scan that happened last, but for a counter's refusals; null: there is none. */
export const custodyOf = (shipment: Shipment, last: LastScan | null): Custody | null => {
  const byStatus = custodyByStatus(shipment)
  if (last === null || byStatus === null) return byStatus
  if (shipment.status === 'delivered' && last.kind === 'deliver') {
    const { signed_by } = last.details as { signed_by?: string }
    return { ...byStatus, name: signed_by ?? null, place: townOf(last), since: last.occurred_at }
  }
  const holder = holderOf(last)
  if (holder === undefined || !(IN_NETWORK as readonly string[]).includes(shipment.status)) return byStatus
  return {
    holder,
    name: nameOf(holder, last, shipment),
    place: townOf(last),
    store_id: holder === 'store' ? (last.store_id ?? shipment.store_id) : null,
    facility: holder === 'facility' ? last.facility : null,
    since: last.occurred_at,
  }
}
