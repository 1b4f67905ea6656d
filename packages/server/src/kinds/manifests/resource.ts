import type { ManifestRow } from '@backhaul/core/manifest.ts'

/** The manifest as the API shows it: its id is called manifest_id (docs/guide/counters.md#manifests). */
export const manifestResource = (row: ManifestRow) => ({
  manifest_id: row.id,
  object: 'manifest',
  store_id: row.store_id,
  store: row.store,
  manifest_date: row.manifest_date,
  status: row.status,
  package_count: row.package_count,
  created_at: row.created_at,
  closed_at: row.closed_at,
})
