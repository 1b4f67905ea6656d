import type { ScanKind } from '@backhaul/client'
import { useLayoutEffect, useRef } from 'react'
import { useWedge } from '../../shared/use-wedge.ts'
import { findParcel } from '../intake/find-parcel.ts'
import { type Subject, scanEntry, subjectOf } from '../intake/subject.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { refusedBy } from '../outcome/outcome-of.ts'
import type { Advice } from '../scan/code-texts.ts'
import { readCode } from '../scan/read-code.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useCounter } from '../shell/counter-context.ts'
import { WORDS } from '../words.ts'

interface Props {
  kind: ScanKind
  place: Record<string, unknown>
  /** Returns why nothing can be confirmed here, or null. */
  faultOf: (kind: ScanKind) => Advice | null
}

/** Confirms each scan immediately: parcels on a conveyor belt leave no time for a button. */
export const QuickScans = ({ kind, place, faultOf }: Props) => {
  const { entries, outcomes } = useCounter()
  const box = useRef<HTMLInputElement>(null)
  /** The last code and the number of its entry. `seq` is null as long as the code has no entry. */
  const last = useRef<{ text: string; seq: number | null } | null>(null)
  useLayoutEffect(() => box.current?.focus(), [])

  const subjectBy = async (text: string): Promise<Subject | null> => {
    const code = readCode(text)
    // A code that this device can classify is queued without asking the service first. The queue reports the service's answer later.
    if (code.kind === 'parcel') return { identification: { [code.field]: code.value }, about: code.value }
    const finding = await findParcel(text, new AbortController().signal)
    if (finding.kind === 'parcel') return subjectOf(finding.parcel)
    const ofTender = { title: 'This is the code of a tender', remedy: 'Accept it under Tenders. Here, scan the label on the parcel.' }
    outcomes.show(refusedBy(finding.kind === 'advice' ? finding.advice : ofTender))
    return null
  }
  const onScan = async (text: string): Promise<void> => {
    const fault = faultOf(kind)
    if (fault) {
      outcomes.show(refusedBy(fault))
      return
    }
    const before = last.current
    // A scanner may read the same parcel twice in a row. The second read is ignored, unless the first scan was refused.
    if (before?.text === text && !entries.some(({ seq, state }) => seq === before.seq && state === 'refused')) {
      outcomes.show({ tone: 'already', title: 'Already scanned', detail: 'The same code was read twice. It counts only once.' })
      return
    }
    const mine: { text: string; seq: number | null } = { text, seq: null }
    last.current = mine
    const subject = await subjectBy(text)
    mine.seq = subject ? ((await outcomes.confirm(scanEntry(kind, subject, place)))?.seq ?? null) : null
    if (mine.seq === null && last.current === mine) last.current = null
    box.current?.focus()
  }
  useWedge(box, (text) => void onScan(text))
  return (
    <>
      <ScanBox box={box} label={`Scan to: ${WORDS[kind].label.toLowerCase()}`} onScan={(text) => void onScan(text)} />
      <OutcomeBanner outcome={outcomes.outcome} />
    </>
  )
}
