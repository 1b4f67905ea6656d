import { type RefObject, useLayoutEffect, useRef } from 'react'
import { IDLE, wedgeKey } from './wedge.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type))

/** Sets the value of a field in a way that React notices. */
const setValue = (field: Field, value: string): void => {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Calls `onScan` for every burst of a keyboard scanner that `box` does not receive because the focus is elsewhere. If another field
 * received the burst, that field gets its previous text back first. If the user scans while typing a note, the scan is therefore not added
 * to the note.
 */
export const useWedge = (box: RefObject<HTMLInputElement | null>, onScan: (text: string) => void): void => {
  const latest = useRef(onScan)
  latest.current = onScan
  // Use a layout effect: it runs as soon as the box appears, so that a scan at that moment counts.
  useLayoutEffect(() => {
    let wedge = IDLE
    let before: { field: Field; value: string } | null = null
    const press = (event: KeyboardEvent): void => {
      // A held key repeats as fast as a scanner types.
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const { wedge: next, answer } = wedgeKey(wedge, event.key, event.timeStamp)
      wedge = next
      if (answer.kind === 'first') before = isField(event.target) ? { field: event.target, value: event.target.value } : null
      if (answer.kind !== 'burst' && answer.kind !== 'echo') return
      // The box handles its own input, because that also works for scanners that are too slow to be recognized.
      if (answer.kind === 'burst' && event.target === box.current) return
      event.preventDefault()
      event.stopPropagation()
      if (answer.kind === 'echo') return
      if (before?.field.isConnected) setValue(before.field, before.value)
      latest.current(answer.text)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [box])
}
