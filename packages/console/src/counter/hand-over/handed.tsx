import { useEffect, useRef } from 'react'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { type Outcome, outcomeOf } from '../outcome/outcome-of.ts'
import { play } from '../outcome/sounds.ts'
import type { Entry } from '../queue/types.ts'
import { useCounter } from '../shell/counter-context.ts'

const parcels = (count: number): string => `${count} ${count === 1 ? 'parcel' : 'parcels'}`

/** What has become of a hand-over as a whole. */
export const handedOutcome = (driver: string, entries: readonly Entry[]): Outcome => {
  const count = (tone: Outcome['tone']): number => entries.filter((entry) => outcomeOf(entry).tone === tone).length
  const [refused, already, kept] = [count('refused'), count('already'), count('kept')]
  const title = `${parcels(entries.length)} given to ${driver}`
  if (refused > 0) return { tone: 'refused', title, detail: `The service refused ${parcels(refused)}. See Waiting for what to do.` }
  if (kept > 0) return { tone: 'kept', title, detail: `${parcels(kept)} kept on this device, to be sent when the service can be reached.` }
  if (already === entries.length && already > 0) return { tone: 'already', title, detail: 'All of them had been collected already.' }
  return { tone: 'success', title, detail: already > 0 ? `${parcels(already)} had been collected already.` : 'All of them are recorded.' }
}

export const Handed = ({ driver, seqs, onEnd }: { driver: string; seqs: readonly number[]; onEnd: () => void }) => {
  const { entries } = useCounter()
  const outcome = handedOutcome(
    driver,
    entries.filter(({ seq }) => seqs.includes(seq)),
  )
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  useEffect(() => play(outcome.tone), [outcome.tone])
  return (
    <section aria-label="Handed over">
      <OutcomeBanner outcome={outcome} />
      <button type="button" ref={button} className="action wide" onClick={onEnd}>
        Done
      </button>
    </section>
  )
}
