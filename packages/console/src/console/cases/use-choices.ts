import { useEffect, useRef } from 'react'
import { isWriting } from '../frame/on-letter.ts'

const AFTER_G_MS = 1_500

/**
 * Letters that do what a button does, wherever the focus is, except where somebody writes or is asked something. A letter after "g" is another
 * area's (frame/use-letters.ts). `act` gets the letter, and says whether it is one of the page's.
 */
export const useChoiceLetters = (act: (letter: string) => boolean): void => {
  const current = useRef(act)
  useEffect(() => {
    current.current = act
  })
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target) || document.querySelector('dialog[open]')) return
      const isOfAnArea = performance.now() - begun < AFTER_G_MS
      begun = event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY
      if (!isOfAnArea && !event.repeat && current.current(event.key)) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
