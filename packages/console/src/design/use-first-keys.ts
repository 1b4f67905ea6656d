import { type RefObject, useLayoutEffect, useRef } from 'react'
import { onSettledLetter } from './on-letter.ts'

const FIRST_KEYS = ['j', 'k', 'x']

/** Calls `act` on j, k and x while no row of the table has the focus. If a page has several tables, only the first responds. */
export const useFirstKeys = (box: RefObject<HTMLElement | null>, act: (key: string) => void): void => {
  const latest = useRef(act)
  latest.current = act
  useLayoutEffect(
    () =>
      onSettledLetter(({ key }, isScan, isAfterG) => {
        const own = box.current
        if (isScan || isAfterG || !FIRST_KEYS.includes(key) || own !== document.querySelector('.table')) return false
        return !own?.querySelector('tbody')?.contains(document.activeElement) && (() => latest.current(key))
      }),
    [box],
  )
}
