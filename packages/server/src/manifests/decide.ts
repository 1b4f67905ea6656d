// A store's manifest of the day is finalized; parcels open and fill it in ./assign.ts. Contract §11.

import type { Env } from '../domain/effects.ts'
import { manifestClosed } from '../domain/events/build.ts'
import type { EventDraft } from '../domain/events/record.ts'
import { type Refusal, refuse } from '../domain/refusal.ts'
import type { ManifestRow } from './model.ts'

/** Closes the manifest; the next parcel there opens another. Errors: `manifest_already_closed`. */
export const decideClose = (manifest: ManifestRow, env: Env): { manifest: ManifestRow; events: EventDraft[] } | Refusal => {
  if (manifest.status === 'closed') {
    return refuse('manifest_already_closed', 'The manifest is closed already; later parcels are on another one.', {
      closed_at: manifest.closed_at,
    })
  }
  const closed: ManifestRow = { ...manifest, status: 'closed', closed_at: env.now, version: manifest.version + 1 }
  return { manifest: closed, events: [manifestClosed(closed, env.actor)] }
}
