// Keyboard shortcuts that work wherever the focus is. They are ignored while someone types in a field or a dialog is open.

/** Minimum time between two keys that a person types. */
const SCANNER_MS = 50

/** Time allowed between "g" and the letter of an area. */
const SECOND_LETTER_MS = 1_500
/** After this time it is certain that no scanner typed the character, because its next character would have arrived. */
const SETTLED_MS = 60

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Calls `listener` for each character that is not typed into a field. `isScan` is true if the character followed the previous one so
 * quickly that a scanner typed it. Returns a function that stops listening. Call onLetter in useLayoutEffect. If called later, it would
 * miss a key that is pressed as soon as the page is visible.
 */
export const onLetter = (listener: (event: KeyboardEvent, isScan: boolean) => void): (() => void) => {
  let last = Number.NEGATIVE_INFINITY
  const listen = (event: KeyboardEvent) => {
    if (event.key.length !== 1) return
    const isScan = event.timeStamp - last < SCANNER_MS
    last = event.timeStamp
    if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target) || document.querySelector('dialog[open]')) return
    listener(event, isScan)
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

/**
 * Like onLetter, but acts only when it is clear that no scanner typed the letter. `choose` returns the action. `isAfterG` is true if "g"
 * was pressed just before.
 */
export const onSettledLetter = (
  choose: (event: KeyboardEvent, isScan: boolean, isAfterG: boolean) => (() => void) | false,
): (() => void) => {
  let [begun, waiting] = [Number.NEGATIVE_INFINITY, 0]
  const stop = onLetter((event, isScan) => {
    clearTimeout(waiting)
    const isAfterG = event.timeStamp - begun < SECOND_LETTER_MS
    begun = event.key === 'g' && !isScan ? event.timeStamp : Number.NEGATIVE_INFINITY
    const act = choose(event, isScan, isAfterG)
    if (act) waiting = window.setTimeout(act, SETTLED_MS)
  })
  return () => {
    clearTimeout(waiting)
    stop()
  }
}
