// Tells who has the parcel, by the latest scan. A decision about a parcel does not move it (docs/guide/shipments.md#who-has-it).
import { endedAfter } from './decide-custody.ts'
import type { LastScan, ScanRow, Shipment } from './shipment.ts'
import { SCAN_KINDS, type ScanKind } from './transitions.ts'

export const HOLDERS = ['store', 'driver', 'network', 'facility', 'carrier', 'recipient', 'sender'] as const
export type Holder = (typeof HOLDERS)[number]

export interface Custody {
  holder: Holder
  /** Name of the holder: a store's or facility's name, a carrier's code, or a person. */
  name: string | null
  /** The holder's town. */
  place: string | null
  store_id: string | null
  facility: string | null
  since: string
}

const HOLDER_BY_STATUS: Partial<Record<Shipment['status'], Holder>> = {
  ready_for_pickup: 'store',
  picked_up: 'driver',
  // The parcel is at a counter, with a driver, or with someone else in the network.
  in_possession: 'network',
  at_sort_center: 'facility',
  sorted: 'facility',
  made_ready: 'facility',
  injected: 'carrier',
  in_transit: 'carrier',
  out_for_delivery: 'carrier',
  undeliverable: 'carrier',
  // An unclaimed parcel is with the network, wherever it was reported.
  unclaimed: 'network',
  delivered: 'recipient',
  // A parcel on its way back is with the network, until a scan shows another holder.
  return_to_sender: 'network',
}

/** Derives custody from the status alone. Null: the shopper or nobody has the parcel. */
const custodyByStatus = ({ status, store_id, carrier, updated_at }: Shipment): Custody | null => {
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

const holderOf = (shipment: Shipment, { kind, facility, store_id, occurred_at }: LastScan): Holder | undefined => {
  // A custody scan shows that the network has the parcel. If the scan names a facility or counter, the parcel is there, otherwise it is
  // with a driver.
  if (kind === 'custody') return facility !== null ? 'facility' : store_id !== null ? 'store' : 'driver'
  // A parcel on its way back is delivered to its sender.
  if (kind === 'deliver') return shipment.status === 'return_to_sender' && !endedAfter(shipment, occurred_at) ? 'sender' : 'recipient'
  return HOLDER_BY_SCAN[kind as ScanKind]
}

const nameOf = (holder: Holder, { location, scanner_name, details }: LastScan, { carrier }: Shipment): string | null => {
  if (holder === 'recipient' || holder === 'sender') return (details as { signed_by?: string }).signed_by ?? null
  if (holder === 'carrier') return carrier
  return holder === 'driver' ? scanner_name : (location?.name ?? null)
}

const townOf = ({ location }: LastScan): string | null => [location?.city, location?.state].filter(Boolean).join(', ') || null

/** Statuses in which only the shopper has had the parcel. */
export const WITH_SHOPPER: readonly Shipment['status'][] = ['created', 'label_ready', 'rejected']
/**
 * Carriers set the times of their own scans, and some of these times are after the delivery. Therefore a scan by a carrier does not change
 * the custody of a delivered parcel.
 */
export const BY_CARRIER: readonly string[] = ['inject', 'movement', 'out-for-delivery'] satisfies ScanKind[]

const orderOf = ({ occurred_at, sent_occurred_at, kind }: LastScan): string =>
  `${occurred_at} ${sent_occurred_at ?? occurred_at} ${SCAN_KINDS.indexOf(kind as ScanKind)
    .toString()
    .padStart(2, '0')}`

const laterOf = (last: LastScan | null | undefined, scan: LastScan): LastScan => (last && orderOf(last) > orderOf(scan) ? last : scan)

/**
 * Returns the shipment after this scan was recorded, with the scan that now determines custody. Scans are compared in the order of
 * kinds/shipments/scan-order.ts.
 */
export const seenBy = (shipment: Shipment, scan: ScanRow): Shipment => {
  if (scan.kind === 'reject') return shipment
  const { last_scan, last_not_by_carrier } = shipment
  if (BY_CARRIER.includes(scan.kind))
    return shipment.status === 'delivered' ? shipment : { ...shipment, last_scan: laterOf(last_scan, scan) }
  const known = last_not_by_carrier ?? (last_scan && !BY_CARRIER.includes(last_scan.kind) ? last_scan : null)
  const aside = laterOf(known, scan)
  const last = shipment.status === 'delivered' ? aside : laterOf(last_scan, scan)
  return { ...shipment, last_scan: last, last_not_by_carrier: aside }
}

/**
 * Returns null for a disposed parcel, because nobody has it. If the latest scan is after the disposal, that scan shows who has the parcel.
 */
export const custodyOf = (shipment: Shipment): Custody | null => {
  const last = shipment.last_scan ?? null
  const holder = last && holderOf(shipment, last)
  if (last === null || !holder || WITH_SHOPPER.includes(shipment.status)) return custodyByStatus(shipment)
  if (shipment.status === 'disposed' && endedAfter(shipment, last.occurred_at)) return null
  return {
    holder,
    name: nameOf(holder, last, shipment),
    place: townOf(last),
    store_id: holder === 'store' ? (last.store_id ?? shipment.store_id) : null,
    facility: holder === 'facility' ? last.facility : null,
    since: last.occurred_at,
  }
}
