// Keys that act by themselves, wherever the focus is. Where somebody writes, they are letters; where something is asked, the question is first.

/** No two keys of a person come closer. */
const SCANNER_MS = 50

/** Between "g" and the letter of an area. */
const SECOND_LETTER_MS = 1_500
/** A scanner's next character would be here by then. */
const SETTLED_MS = 60

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * `listener` runs with each character that is nobody's text; `isScan`: it came so soon after another that a scanner typed it. Returns what stops
 * that. Begin it with what is seen (useLayoutEffect): after that, a key that is pressed at once would be lost.
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
 * Like onLetter, but acts only once it is clear that no scanner typed the letter. `choose` returns what to do; `isAfterG`: "g" was pressed just
 * before.
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
