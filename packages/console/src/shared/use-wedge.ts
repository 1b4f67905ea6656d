import { type RefObject, useLayoutEffect, useRef } from 'react'
import { IDLE, wedgeKey } from './wedge.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type))

/** Sets what a field has so that React learns of it. */
const setValue = (field: Field, value: string): void => {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Calls back with every burst of a wedge scanner that `box` does not get because the focus is elsewhere. A field that got the burst has its own text again before that:
 * a scan while somebody types a note is a scan and not a part of the note.
 */
export const useWedge = (box: RefObject<HTMLInputElement | null>, onScan: (text: string) => void): void => {
  const latest = useRef(onScan)
  latest.current = onScan
  // In the commit that shows the box: a scan that comes as soon as it is seen counts.
  useLayoutEffect(() => {
    let wedge = IDLE
    let before: { field: Field; value: string } | null = null
    const press = (event: KeyboardEvent): void => {
      // A key that is held repeats as fast as a scanner types.
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const { wedge: next, answer } = wedgeKey(wedge, event.key, event.timeStamp)
      wedge = next
      if (answer.kind === 'first') before = isField(event.target) ? { field: event.target, value: event.target.value } : null
      if (answer.kind !== 'burst' && answer.kind !== 'echo') return
      // The box itself takes what was typed into it, also when the keys came too slowly to be told from a person's.
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
