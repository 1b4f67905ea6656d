import { useLayoutEffect } from 'react'
import { onSettledLetter } from '../../design/on-letter.ts'
import { useGo } from './address.ts'
import type { Area } from './area.ts'
import { addressOf } from './navigation.tsx'

/** "g" followed by an area's letter opens the area, wherever the focus is, except while someone types or a dialog is open. */
export const useLetters = (areas: readonly Area[]): void => {
  const go = useGo()
  useLayoutEffect(
    () =>
      onSettledLetter(({ key }, _, isAfterG) => {
        const area = isAfterG && areas.find(({ letter }) => letter === key)
        return area ? () => go(addressOf(area)) : false
      }),
    [areas, go],
  )
}
