import type { FoundParcel, ScanKind } from '@backhaul/client'
import type { NewEntry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import { WORDS } from '../words.ts'

/** Identifies a parcel, for the service and for people. */
export interface Subject {
  /** The identification that the scan carries. */
  identification: Record<string, unknown>
  about: string
}

export const subjectOf = ({ scan_as, tracking }: Pick<FoundParcel, 'scan_as' | 'tracking'>): Subject => ({
  identification: scan_as as Record<string, unknown>,
  about: tracking,
})

/** Returns a scan for the queue. `place` is the counter or the facility. `more` holds the fields specific to the kind. */
export const scanEntry = (
  kind: ScanKind,
  subject: Subject,
  place: Record<string, unknown>,
  more: Record<string, unknown> = {},
): NewEntry => ({
  path: `/v2/scan-events/${kind}`,
  body: { ...subject.identification, ...place, ...more },
  title: `${WORDS[kind].label} ${shortCode(subject.about)}`,
  parcel: subject.about,
})
