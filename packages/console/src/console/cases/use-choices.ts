import { useLayoutEffect, useRef } from 'react'
import { onLetter } from '../frame/on-letter.ts'

const AFTER_G_MS = 1_500
/** A scanner's next character would be here by then. */
const SETTLED_MS = 60

/**
 * Letters that do what a button does, wherever the focus is, except where somebody writes or is asked something. A letter after "g" is another
 * area's (frame/use-letters.ts), and letters that a scanner types are nobody's.
 */
export const useChoiceLetters = (act: (letter: string) => void): void => {
  const current = useRef(act)
  useLayoutEffect(() => {
    current.current = act
  })
  useLayoutEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    let waiting = 0
    const stop = onLetter((event, isScan) => {
      clearTimeout(waiting)
      const isOfAnArea = event.timeStamp - begun < AFTER_G_MS
      begun = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (isOfAnArea || isScan || event.repeat) return
      waiting = window.setTimeout(() => current.current(event.key), SETTLED_MS)
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [])
}
