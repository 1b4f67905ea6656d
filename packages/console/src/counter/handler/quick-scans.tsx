import type { ScanKind } from '@backhaul/client'
import { useEffect, useRef } from 'react'
import { findParcel } from '../intake/find-parcel.ts'
import { type Subject, scanEntry, subjectOf } from '../intake/subject.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { refusedBy } from '../outcome/outcome-of.ts'
import { readCode } from '../scan/read-code.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useWedge } from '../scan/use-wedge.ts'
import { useCounter } from '../shell/counter-context.ts'
import { WORDS } from '../words.ts'

/** The same parcel again within this time is the scanner's doing, not another scan. */
const SAME_MS = 2_000

/** Every scan is confirmed by scanning: what goes by on a belt leaves no time for a button. */
export const QuickScans = ({ kind, place }: { kind: ScanKind; place: Record<string, unknown> }) => {
  const { outcomes } = useCounter()
  const box = useRef<HTMLInputElement>(null)
  const last = useRef({ text: '', at_ms: Number.NEGATIVE_INFINITY })
  useEffect(() => box.current?.focus(), [])

  const subjectBy = async (text: string): Promise<Subject | null> => {
    const code = readCode(text)
    // What can be told here needs no answer before the scan is kept: the queue reports what the service says of it.
    if (code.kind === 'parcel') return { identification: { [code.field]: code.value }, about: code.value }
    const finding = await findParcel(text, new AbortController().signal)
    if (finding.kind === 'parcel') return subjectOf(finding.parcel)
    if (finding.kind === 'advice') outcomes.show(refusedBy(finding.advice))
    return null
  }
  const onScan = async (text: string): Promise<void> => {
    const now = performance.now()
    const isSame = text === last.current.text && now - last.current.at_ms < SAME_MS
    last.current = { text, at_ms: now }
    if (isSame) {
      return outcomes.show({ tone: 'already', title: 'Already scanned', detail: 'The same code was read twice. It counts once.' })
    }
    const subject = await subjectBy(text)
    if (subject) await outcomes.confirm(scanEntry(kind, subject, place))
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
