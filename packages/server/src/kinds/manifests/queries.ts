import { isId } from '@backhaul/core/ids.ts'
import type { ManifestRow } from '@backhaul/core/manifest.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, listRows, type PageWindow } from '../../database/list-rows.ts'
import type { StoreReach } from '../../service/reach.ts'
import type { ManifestParcel } from './pdf.ts'

const WITHIN = '($2::text is null or partner_id = $2) and ($3::text is null or store_id = $3)'
/** Finds a manifest by id within the caller's reach. */
export const findManifest = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<ManifestRow | null> =>
  isId('manifest', id) ? db.one<ManifestRow>('manifest', `select * from manifests where id = $1 and ${WITHIN}`, [id, tenant, store]) : null

export type ManifestFilters = Filters<'store_id' | 'date' | 'status'>

export const listManifests = (db: Database, window: PageWindow, { store_id, date, status }: ManifestFilters): Promise<ManifestRow[]> =>
  listRows<ManifestRow>(db, 'manifests', window, { store_id, manifest_date: date, status })

/** The data of each parcel on a manifest that is printed, oldest shipment first. */
export const listParcels = (db: Database, manifestId: string): Promise<ManifestParcel[]> =>
  db.query<ManifestParcel>(
    'manifest_parcels',
    `select tracking, barcode, order_id, (parcel->>'weight')::float8 as weight_lb, service_level
       from shipments where manifest_id = $1 order by created_at, id`,
    [manifestId],
  )
