import type { FoundParcel, Reweigh, ScanKind } from '@backhaul/client'
import type { Entry, NewEntry, Queue } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import type { Actions } from './parcel-card.tsx'
import type { Refusal } from './refuse-form.tsx'
import { type Subject, scanEntry } from './subject.ts'

/**
 * Maximum time between the confirmation of a walk-in and the automatic print of its label. If the answer takes longer, the clerk is already
 * serving someone else.
 */
const SOON_MS = 15_000

interface Tools {
  queue: Queue
  place: Record<string, unknown>
  confirm(entry: NewEntry): Promise<Entry | null>
  print(shipment_id: string, about: string): Promise<void>
  cancel(): void
}

/** Returns the actions of a parcel's buttons. `parcel` is null if nothing is known about it. */
export const actionsFor = ({ queue, place, confirm, print, cancel }: Tools, subject: Subject, parcel: FoundParcel | null): Actions => ({
  scan: (kind: ScanKind) => void confirm(scanEntry(kind, subject, place)),
  walkIn: async (reweigh: Reweigh | null) => {
    const entry = await confirm(scanEntry('walk-in', subject, place, reweigh ? { reweigh } : {}))
    if (!entry) return
    const begun = performance.now()
    const { state, outcome } = await queue.settled(entry.seq)
    const isSoon = performance.now() - begun < SOON_MS
    if (state === 'sent' && isSoon && outcome?.applied && outcome.shipment_id) await print(outcome.shipment_id, shortCode(subject.about))
  },
  refuse: ({ reason, note, photo }: Refusal) =>
    void confirm({
      ...scanEntry('reject', subject, place, { reject_reason: reason, ...(note !== '' && { reject_reason_note: note }) }),
      ...(photo && { attachment: { blob: photo, field: 'photo_document_id' } }),
    }),
  print: () => parcel && void print(parcel.shipment_id, shortCode(parcel.tracking)),
  cancel,
})
