// Closes a store's manifest of the day. ./assign.ts opens and fills manifests (docs/guide/counters.md#manifests).

import type { DecisionContext } from '@backhaul/core/effects.ts'
import { manifestClosed } from '@backhaul/core/events/build-manifest.ts'
import type { EventDraft } from '@backhaul/core/events/catalog.ts'
import type { ManifestRow } from '@backhaul/core/manifest.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'

/** Closes the manifest. The next parcel of that day opens another manifest. Errors: `manifest_already_closed`. */
export const decideClose = (manifest: ManifestRow, env: DecisionContext): { manifest: ManifestRow; events: EventDraft[] } | Refusal => {
  if (manifest.status === 'closed') {
    return refuse('manifest_already_closed', 'The manifest is already closed; later parcels are on another manifest.', {
      closed_at: manifest.closed_at,
    })
  }
  const closed: ManifestRow = { ...manifest, status: 'closed', closed_at: env.now, version: manifest.version + 1 }
  return { manifest: closed, events: [manifestClosed(closed, env.actor)] }
}
