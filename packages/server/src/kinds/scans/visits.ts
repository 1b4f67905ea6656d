// Finds the visit in which a parcel was collected: the visit of its carrier at its store on the store-local day
// (docs/guide/counters.md#sweeps).

import { localDay } from '@backhaul/core/local-time.ts'
import type { Store } from '@backhaul/core/network.ts'
import type { PickupRow } from '@backhaul/core/pickup.ts'
import type { RateTables } from '@backhaul/core/rating.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { SweepRow } from '@backhaul/core/sweep.ts'
import type { Database } from '../../database/db.ts'
import { pickupCarrier } from '../pickups/decide.ts'
import { findOrderedSweeps } from '../sweeps/queries.ts'
import type { ScanRequest } from './check.ts'

type Whereabouts = Pick<Shipment, 'partner_id' | 'store_id' | 'drop_off_store_id'>

/**
 * The store where a collected parcel was: the store that the scan names, otherwise the store that has the parcel, otherwise the store to
 * which the parcel was routed. Null if the scan names a facility, or no store is known.
 */
const collectedAt = ({ store_id, facility }: ScanRequest, parcel: Whereabouts): string | null =>
  facility === undefined ? (store_id ?? parcel.store_id ?? parcel.drop_off_store_id) : null

/**
 * Stores where the parcel of these scans may have been collected. There may be several, because an earlier scan in the list may have taken
 * the parcel in at another store.
 */
export const storesOfCollection = (scans: readonly ScanRequest[], parcel: Whereabouts): string[] => {
  if (!scans.some(({ kind }) => kind === 'collect')) return []
  return [...scans.map(({ store_id }) => store_id), parcel.store_id, parcel.drop_off_store_id].filter((id) => typeof id === 'string')
}

type Day = Pick<PickupRow, 'partner_id' | 'store_id' | 'date'>

const keyOf = ({ partner_id, store_id, date }: Day, carrier: string): string => `${partner_id} ${store_id} ${date} ${carrier}`

/** The visits that were ordered for the stores and days of the collections that scans report. */
export class Visits {
  readonly #stores: ReadonlyMap<string, Store>
  readonly #ordered: ReadonlyMap<string, SweepRow>

  private constructor(stores: ReadonlyMap<string, Store>, ordered: ReadonlyMap<string, SweepRow>) {
    this.#stores = stores
    this.#ordered = ordered
  }

  /** `collections` lists the times and stores at which a parcel may have been collected. */
  static async read(
    db: Database,
    stores: ReadonlyMap<string, Store>,
    collections: readonly { partner_id: string; store_id: string; occurred_at: string }[],
  ): Promise<Visits> {
    const days = new Map<string, Day>()
    for (const { partner_id, store_id, occurred_at } of collections) {
      const store = stores.get(store_id)
      if (!store) continue
      const day = { partner_id, store_id, date: localDay(occurred_at, store.timezone) }
      days.set(keyOf(day, ''), day)
    }
    const rows = days.size > 0 ? await findOrderedSweeps(db, [...days.values()]) : []
    return new Visits(stores, new Map(rows.map((row) => [keyOf({ ...row, date: row.sweep_date }, row.carrier), row])))
  }

  /** The visit in which the parcel was collected. Null if none was ordered. */
  of(scan: ScanRequest, occurred_at: string, shipment: Shipment, rates: RateTables): SweepRow | null {
    const store = this.#stores.get(collectedAt(scan, shipment) ?? '')
    const carrier = store ? pickupCarrier(shipment, rates) : null
    if (!store || carrier === null) return null
    const day = { partner_id: shipment.partner_id, store_id: store.id, date: localDay(occurred_at, store.timezone) }
    return this.#ordered.get(keyOf(day, carrier)) ?? null
  }
}
