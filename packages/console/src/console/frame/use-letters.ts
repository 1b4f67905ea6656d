import { useLayoutEffect } from 'react'
import { useGo } from './address.ts'
import type { Area } from './area.ts'
import { addressOf } from './navigation.tsx'
import { onLetter, SECOND_LETTER_MS, SETTLED_MS } from './on-letter.ts'

/** "g" and then an area's letter goes there, wherever the focus is, except where somebody writes or is asked something. */
export const useLetters = (areas: readonly Area[]): void => {
  const go = useGo()
  useLayoutEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    let leaving = 0
    const stop = onLetter((event, isScan) => {
      clearTimeout(leaving)
      const isSecond = event.timeStamp - begun < SECOND_LETTER_MS
      begun = Number.NEGATIVE_INFINITY
      const area = isSecond ? areas.find(({ letter }) => letter === event.key) : undefined
      if (area) leaving = window.setTimeout(() => go(addressOf(area)), SETTLED_MS)
      else if (event.key === 'g' && !isScan) begun = event.timeStamp
    })
    return () => {
      clearTimeout(leaving)
      stop()
    }
  }, [areas, go])
}
