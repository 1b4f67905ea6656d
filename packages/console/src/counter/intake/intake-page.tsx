import type { ScanKind } from '@backhaul/client'
import { useLayoutEffect, useRef } from 'react'
import { useWedge } from '../../shared/use-wedge.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { kindOf, refusedBy } from '../outcome/outcome-of.ts'
import { play } from '../outcome/sounds.ts'
import { PrintStatus } from '../print/print-status.tsx'
import { usePrint } from '../print/use-print.ts'
import type { NewEntry } from '../queue/types.ts'
import type { Advice } from '../scan/code-texts.ts'
import { shortCode } from '../scan/read-code.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useCounter } from '../shell/counter-context.ts'
import { go } from '../shell/places.ts'
import type { Finding } from './find-parcel.ts'
import { messageOf, namesIn } from './message.ts'
import { ParcelCard } from './parcel-card.tsx'
import { type Subject, subjectOf } from './subject.ts'
import { UnseenCard } from './unseen-card.tsx'
import { unsentEntryOf } from './unsent-entry.ts'
import { actionsFor } from './use-actions.ts'
import { useIntake } from './use-intake.ts'

interface Props {
  /** The tasks for a parcel at this counter or facility, the usual one first. */
  tasks: readonly ScanKind[]
  /** The location fields of a scan. */
  place: Record<string, unknown>
  /** Returns why a scan of this kind cannot be confirmed here, or null if it can. */
  faultOf?: (kind: ScanKind | null) => Advice | null
}

/** The intake loop: scan a parcel, see it, confirm a command, scan the next. */
export const IntakePage = ({ tasks, place, faultOf }: Props) => {
  const { queue, entries, session, outcomes } = useCounter()
  const box = useRef<HTMLInputElement>(null)
  const { job, print } = usePrint()
  const focus = (): void => box.current?.focus()
  useLayoutEffect(focus, [])

  const onFound = (finding: Finding): void => {
    if (finding.kind === 'tender' && session.access === 'handler') {
      go('tenders')
      return
    }
    const said = messageOf(finding, tasks, unsentEntryOf(entries, namesIn(finding)))
    if (said) {
      outcomes.show(said)
      focus()
    } else {
      // A short sound confirms that the code was read.
      play('kept')
    }
  }
  const { intake, scan, clear } = useIntake(onFound)
  const isOpen = intake.kind === 'parcel' || intake.kind === 'unseen'
  const onScan = (text: string): void => {
    const detail = 'If you still want to confirm it, scan it again.'
    outcomes.show(isOpen ? { tone: 'kept', title: 'The previous parcel was not confirmed', detail } : null)
    void scan(text)
  }
  useWedge(box, onScan)
  const next = (): void => {
    clear()
    focus()
  }
  const confirm = async (entry: NewEntry) => {
    const fault = faultOf?.(kindOf(entry.path))
    if (fault) {
      outcomes.show(refusedBy(fault))
      return null
    }
    next()
    return outcomes.confirm(entry)
  }
  const cancel = (): void => {
    outcomes.show(null)
    next()
  }
  const tools = { queue, place, confirm, print, cancel }
  const unseen: Subject | null =
    intake.kind === 'unseen' ? { identification: { [intake.code.field]: intake.code.value }, about: intake.code.value } : null
  return (
    <>
      <ScanBox box={box} label="Scan or type a code" onScan={onScan} />
      <OutcomeBanner outcome={outcomes.outcome} />
      {job && <PrintStatus job={job} onAgain={() => void print(job.shipment_id, job.about)} />}
      {intake.kind === 'looking' && <p className="looking">Looking up {shortCode(intake.text)}…</p>}
      {intake.kind === 'parcel' && (
        <ParcelCard
          key={intake.parcel.shipment_id}
          parcel={intake.parcel}
          tasks={tasks}
          kept={unsentEntryOf(entries, namesIn(intake))}
          actions={actionsFor(tools, subjectOf(intake.parcel), intake.parcel)}
        />
      )}
      {intake.kind === 'unseen' && unseen && (
        <UnseenCard
          key={intake.code.value}
          code={intake.code}
          tasks={tasks}
          kept={unsentEntryOf(entries, namesIn(intake))}
          actions={actionsFor(tools, unseen, null)}
        />
      )}
    </>
  )
}
