import type { DecisionContext } from '@backhaul/core/effects.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import type { ManifestRow } from '@backhaul/core/manifest.ts'
import type { Store } from '@backhaul/core/network.ts'
import { storeBlock } from '@backhaul/core/store-block.ts'
import type { Insert, Plan, Update } from '../../commit/plan.ts'
import type { Database } from '../../database/db.ts'

/** The manifest of a parcel is determined by its partner, the counter that took it in, and the day in that counter's time zone. */
export interface ManifestDay {
  partner_id: string
  store: Store
  /** YYYY-MM-DD */
  manifest_date: string
}

/** A parcel belongs to the day on which the counter took it in, no matter when the scan arrives. */
export const manifestDay = (partner_id: string, store: Store, occurred_at: string): ManifestDay => ({
  partner_id,
  store,
  manifest_date: localDay(occurred_at, store.timezone),
})

const keyOf = ({ partner_id, store, manifest_date }: ManifestDay): string => `${partner_id} ${store.id} ${manifest_date}`

const findOpenManifests = (db: Database, days: readonly ManifestDay[]): Promise<ManifestRow[]> =>
  db.query<ManifestRow>(
    'manifests_open',
    `select m.* from unnest($1::text[], $2::text[], $3::text[]) as d(partner_id, store_id, manifest_date)
      cross join lateral (
        select * from manifests o
         where o.status = 'open' and o.partner_id = d.partner_id and o.store_id = d.store_id and o.manifest_date = d.manifest_date limit 1) m`,
    [days.map((day) => day.partner_id), days.map((day) => day.store.id), days.map((day) => day.manifest_date)],
  )

const openManifest = ({ partner_id, store, manifest_date }: ManifestDay, env: DecisionContext): ManifestRow => ({
  id: env.ids.next('manifest'),
  partner_id,
  store_id: store.id,
  store: storeBlock(store),
  manifest_date,
  status: 'open',
  package_count: 0,
  created_at: env.now,
  closed_at: null,
  version: 1,
})

/**
 * The open manifests on which a command counts parcels. To count a parcel, a command updates the manifest's row, guarded by its version. A
 * new manifest is guarded by the index that allows one open manifest a day. If two commands race, the loser decides again, so every parcel
 * is counted once (docs/guide/counters.md#manifests).
 */
export class ManifestBook {
  readonly #read = new Map<string, ManifestRow>()
  readonly #counted = new Map<string, ManifestRow>()

  static async read(db: Database, days: readonly ManifestDay[]): Promise<ManifestBook> {
    const book = new ManifestBook()
    const wanted = [...new Map(days.map((day) => [keyOf(day), day])).values()]
    if (wanted.length === 0) return book
    const stores = new Map(wanted.map((day) => [day.store.id, day.store]))
    for (const row of await findOpenManifests(db, wanted)) {
      book.#read.set(keyOf({ ...row, store: stores.get(row.store_id) as Store }), row)
    }
    return book
  }

  /**
   * Counts one parcel and returns the id of its manifest. Makes a new manifest if none is open for the day. `day` must be one of the days
   * given to `read`.
   */
  count(day: ManifestDay, env: DecisionContext): string {
    const key = keyOf(day)
    const row = this.#counted.get(key) ?? this.#read.get(key) ?? openManifest(day, env)
    this.#counted.set(key, { ...row, package_count: row.package_count + 1 })
    return row.id
  }

  /** The rows of the manifests, to be committed together with the parcels that were counted on them. */
  plan(): Required<Pick<Plan, 'inserts' | 'updates'>> {
    const inserts: Insert[] = []
    const updates: Update[] = []
    for (const [key, row] of this.#counted) {
      if (this.#read.has(key)) updates.push(['manifests', { ...row, version: row.version + 1 }])
      else inserts.push(['manifests', row])
    }
    return { inserts, updates }
  }
}
