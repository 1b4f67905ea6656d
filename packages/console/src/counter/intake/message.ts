import type { ScanKind } from '@backhaul/client'
import { type Outcome, refusedBy } from '../outcome/outcome-of.ts'
import type { Entry } from '../queue/types.ts'
import { STATUS_WORDS } from '../words.ts'
import type { Finding } from './find-parcel.ts'
import { stepsOf } from './steps.ts'

/**
 * Returns the message shown after a scan and before any command, or null if the parcel's card says enough. `kept` is the parcel's unsent
 * entry on this device.
 */
export const messageOf = (finding: Finding, tasks: readonly ScanKind[], kept: Entry | undefined): Outcome | null => {
  if (finding.kind === 'advice') return refusedBy(finding.advice)
  if (finding.kind === 'tender') {
    return refusedBy({ title: 'This is the code of a tender', remedy: 'Tenders are accepted at a facility. Scan the label on the parcel.' })
  }
  if (kept) return { tone: 'already', title: 'Already done', detail: `${kept.title}: kept on this device, not sent yet.` }
  if (finding.kind !== 'parcel' || !stepsOf(finding.parcel, tasks, false).isDone) return null
  return { tone: 'already', title: 'Already done', detail: `Status: ${STATUS_WORDS[finding.parcel.status].toLowerCase()}.` }
}

/** Returns all identifications by which the queue may list the parcel. */
export const namesIn = (finding: Finding): string[] => {
  if (finding.kind === 'unseen') return [finding.code.value]
  if (finding.kind !== 'parcel') return []
  const { tracking, barcode, shipment_id, scan_as } = finding.parcel
  return [tracking, barcode, shipment_id, ...(Object.values(scan_as) as string[])]
}
