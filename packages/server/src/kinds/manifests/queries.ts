import type { ManifestRow } from '@backhaul/core/manifest.ts'
import type { Database } from '../../database/db.ts'
import { listRows, type PageWindow } from '../../database/list-rows.ts'
import type { StoreReach } from '../../service/reach.ts'
import type { ManifestParcel } from './pdf.ts'

const WITHIN = '($2::text is null or partner_id = $2) and ($3::text is null or store_id = $3)'
const ID = /^mnf_[0-9a-z]{26}$/

/** By id within the caller's reach. */
export const findManifest = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<ManifestRow | null> =>
  ID.test(id) ? db.one<ManifestRow>('manifest', `select * from manifests where id = $1 and ${WITHIN}`, [id, tenant, store]) : null

export interface ManifestFilters {
  store_id?: string | undefined
  date?: string | undefined
  status?: string | undefined
}

export const listManifests = (db: Database, window: PageWindow, { store_id, date, status }: ManifestFilters): Promise<ManifestRow[]> =>
  listRows<ManifestRow>(db, 'manifests', window, { store_id, manifest_date: date, status })

/** What is printed of each parcel of a manifest, oldest shipment first. */
export const listParcels = (db: Database, manifestId: string): Promise<ManifestParcel[]> =>
  db.query<ManifestParcel>(
    'manifest_parcels',
    `select tracking, barcode, order_id, (parcel->>'weight')::float8 as weight_lb, service_level
       from shipments where manifest_id = $1 order by created_at, id`,
    [manifestId],
  )
