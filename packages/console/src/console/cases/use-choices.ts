import { useLayoutEffect, useRef } from 'react'
import { onSettledLetter } from '../../design/on-letter.ts'

/**
 * Lets letter keys press buttons, wherever the focus is, except while the user types in a field or a dialog is open. After "g", a letter
 * opens an area instead (frame/use-letters.ts). Letters typed by a scanner are ignored.
 */
export const useChoiceLetters = (act: (letter: string) => void): void => {
  const current = useRef(act)
  useLayoutEffect(() => {
    current.current = act
  })
  useLayoutEffect(
    () => onSettledLetter(({ key, repeat }, isScan, isAfterG) => !isAfterG && !isScan && !repeat && (() => current.current(key))),
    [],
  )
}
