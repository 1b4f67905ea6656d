import type { ManifestRow } from '@backhaul/core/manifest.ts'
import { showAs } from '../../http/show-as.ts'
import { ManifestOut } from './schema.ts'

/** The manifest as the API shows it: its id is called manifest_id (docs/guide/counters.md#manifests). */
export const manifestResource = (row: ManifestRow) => showAs(ManifestOut, row, { manifest_id: row.id })
