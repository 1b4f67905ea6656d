// Who has the parcel, as far as its shipment tells (docs/guide/shipments.md#who-has-it).
import type { Shipment } from './shipment.ts'

export const HOLDERS = ['store', 'driver', 'facility', 'carrier', 'recipient', 'sender'] as const
export type Holder = (typeof HOLDERS)[number]

export interface Custody {
  holder: Holder
  /** Who exactly: a store's or facility's name, a carrier's code, a person. */
  name: string | null
  /** The town. */
  place: string | null
  store_id: string | null
  facility: string | null
}

const nobodyElse = { name: null, place: null, store_id: null, facility: null }

/** By the status alone; null: nobody but the shopper, or nobody any more. */
export const custodyByStatus = ({ status, store_id, carrier }: Shipment): Custody | null => {
  switch (status) {
    case 'ready_for_pickup':
      return { ...nobodyElse, holder: 'store', store_id }
    case 'in_possession':
      return store_id === null ? { ...nobodyElse, holder: 'driver' } : { ...nobodyElse, holder: 'store', store_id }
    case 'picked_up':
      return { ...nobodyElse, holder: 'driver' }
    case 'at_sort_center':
    case 'sorted':
    case 'made_ready':
      return { ...nobodyElse, holder: 'facility' }
    case 'injected':
    case 'in_transit':
    case 'out_for_delivery':
    case 'undeliverable':
    case 'unclaimed':
      return { ...nobodyElse, holder: 'carrier', name: carrier }
    case 'delivered':
      return { ...nobodyElse, holder: 'recipient' }
    case 'return_to_sender':
      return { ...nobodyElse, holder: 'sender' }
    default:
      return null
  }
}
