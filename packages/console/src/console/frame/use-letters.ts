import { useEffect } from 'react'
import { useGo } from './address.ts'
import type { Area } from './area.ts'

const SECOND_LETTER_MS = 1_500

/** Whether letters are what somebody is writing. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** "g" and then an area's letter goes there, wherever the focus is, except where somebody writes or is asked something. */
export const useLetters = (areas: readonly Area[]): void => {
  const go = useGo()
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target) || document.querySelector('dialog[open]')) return
      const isSecond = performance.now() - begun < SECOND_LETTER_MS
      begun = Number.NEGATIVE_INFINITY
      const area = isSecond ? areas.find(({ letter }) => letter === event.key) : undefined
      if (area) {
        event.preventDefault()
        go(`/console${area.path === '/' ? '' : area.path}`)
      } else if (event.key === 'g') begun = performance.now()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [areas, go])
}
