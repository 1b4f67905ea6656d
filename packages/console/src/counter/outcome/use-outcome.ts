import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entry, NewEntry, Queue } from '../queue/types.ts'
import { notStored, type Outcome, outcomeOf } from './outcome-of.ts'
import { play } from './sounds.ts'

/** With a good connection the answer arrives before this delay, and only the answer's sound plays. */
const STORED_SOUND_MS = 1_200

export interface Outcomes {
  outcome: Outcome | null
  /** Shows an outcome and plays its sound. */
  show(outcome: Outcome | null): void
  /** Queues an entry and shows its outcome. Resolves to null if the entry could not be stored. */
  confirm(entry: NewEntry): Promise<Entry | null>
}

/** The outcome on the screen: the last one shown, or the current state of the last confirmed entry. */
export const useOutcome = (queue: Queue, entries: readonly Entry[]): Outcomes => {
  const [shown, setShown] = useState<Outcome | null>(null)
  const [followed, setFollowed] = useState<number | null>(null)
  const entry = followed === null ? undefined : entries.find(({ seq }) => seq === followed)
  const outcome = entry ? outcomeOf(entry) : shown
  const heard = useRef<string | null>(null)
  const tone = entry ? outcome?.tone : undefined
  useEffect(() => {
    if (followed === null || tone === undefined) return
    const sound = `${followed} ${tone}`
    if (heard.current === sound) return
    const timer = setTimeout(
      () => {
        heard.current = sound
        play(tone)
      },
      tone === 'kept' ? STORED_SOUND_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [followed, tone])
  const show = useCallback((next: Outcome | null): void => {
    setFollowed(null)
    setShown(next)
    if (next) play(next.tone)
  }, [])
  const confirm = async (entry: NewEntry): Promise<Entry | null> => {
    try {
      const kept = await queue.add(entry)
      setShown(outcomeOf(kept))
      setFollowed(kept.seq)
      return kept
    } catch (error) {
      show(notStored(error as Error))
      return null
    }
  }
  return { outcome, show, confirm }
}
