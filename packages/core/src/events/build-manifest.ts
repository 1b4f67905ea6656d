// The event of a closed manifest.
import type { ManifestRow } from '../manifest.ts'
import { type Actor, draft } from './draft.ts'

/** `manifest` is already closed. */
export const manifestClosed = (manifest: ManifestRow, actor: Actor) =>
  draft(
    'manifest.closed',
    {
      subject: manifest.id,
      partner_id: manifest.partner_id,
      shipment_id: null,
      identifiers: { store: manifest.store_id, partner: manifest.partner_id, manifest: manifest.id },
    },
    actor,
    { packageCount: manifest.package_count, manifestDate: manifest.manifest_date, closedAt: manifest.closed_at as string },
  )
