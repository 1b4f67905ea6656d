import { useEffect, useLayoutEffect, useRef } from 'react'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { play } from '../outcome/sounds.ts'
import { useCounter } from '../shell/counter-context.ts'
import { handedOutcome } from './handed-outcome.ts'

export const Handed = ({ driver, seqs, onEnd }: { driver: string; seqs: readonly number[]; onEnd: () => void }) => {
  const { entries } = useCounter()
  const outcome = handedOutcome(
    driver,
    entries.filter(({ seq }) => seqs.includes(seq)),
  )
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
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
