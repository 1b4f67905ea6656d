import { useLayoutEffect, useRef } from 'react'
import { onSettledLetter } from '../frame/on-letter.ts'

/**
 * Letters that do what a button does, wherever the focus is, except where somebody writes or is asked something. A letter after "g" is another
 * area's (frame/use-letters.ts), and letters that a scanner types are nobody's.
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
