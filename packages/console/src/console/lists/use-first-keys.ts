import { type RefObject, useLayoutEffect, useRef } from 'react'
import { onLetter, SECOND_LETTER_MS, SETTLED_MS } from '../frame/on-letter.ts'

const FIRST_KEYS = ['j', 'k', 'x']

/** Calls `act` with j, k and x while no row of the table has the focus; of several tables on a page, for the first. */
export const useFirstKeys = (box: RefObject<HTMLElement | null>, act: (key: string) => void): void => {
  const latest = useRef(act)
  latest.current = act
  useLayoutEffect(() => {
    let acting = 0
    let [last, lastAt] = ['', 0]
    const stop = onLetter(({ key, timeStamp }, isScan) => {
      clearTimeout(acting)
      const isOfAnArea = last === 'g' && timeStamp - lastAt < SECOND_LETTER_MS
      ;[last, lastAt] = [key, timeStamp]
      const own = box.current
      if (isScan || isOfAnArea || !FIRST_KEYS.includes(key) || own !== document.querySelector('.table')) return
      if (!own?.querySelector('tbody')?.contains(document.activeElement)) acting = window.setTimeout(() => latest.current(key), SETTLED_MS)
    })
    return () => {
      clearTimeout(acting)
      stop()
    }
  }, [box])
}
