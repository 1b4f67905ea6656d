import type { ScanKind } from '@backhaul/client'
import { type Outcome, refusedBy } from '../outcome/outcome-of.ts'
import type { Entry } from '../queue/types.ts'
import { STATUS_WORDS } from '../words.ts'
import type { Finding } from './find-parcel.ts'
import { stepsOf } from './steps.ts'

/** What is said of a scan before anything is done: null where the parcel itself says it all. `kept`: what this device has not sent of it yet. */
export const sayOf = (finding: Finding, tasks: readonly ScanKind[], kept: Entry | undefined): Outcome | null => {
  if (finding.kind === 'advice') return refusedBy(finding.advice)
  if (finding.kind === 'tender') {
    return refusedBy({ title: 'This is the code of a tender', remedy: 'A facility accepts it. Scan the label on the parcel.' })
  }
  if (kept) return { tone: 'already', title: 'Already done', detail: `${kept.title}: kept on this device, not sent yet.` }
  if (finding.kind !== 'parcel' || !stepsOf(finding.parcel, tasks, false).isDone) return null
  return { tone: 'already', title: 'Already done', detail: `It is: ${STATUS_WORDS[finding.parcel.status].toLowerCase()}.` }
}

/** By which the parcel of a finding may stand in the queue. */
export const namesIn = (finding: Finding): string[] => {
  if (finding.kind === 'unseen') return [finding.code.value]
  if (finding.kind !== 'parcel') return []
  const { tracking, barcode, shipment_id, scan_as } = finding.parcel
  return [tracking, barcode, shipment_id, ...(Object.values(scan_as) as string[])]
}
