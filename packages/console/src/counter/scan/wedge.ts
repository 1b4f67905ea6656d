// A wedge scanner is a keyboard that types fast and ends with Enter. This tells its bursts from people, in whatever field the focus is.
// Pure: the caller brings keys and times (./use-wedge.ts).

/** People leave more than this between two keys, scanners less: the slowest Bluetooth scanners take some 30 ms. */
const LONGEST_GAP_MS = 50
/** Shorter bursts are a weight that somebody typed fast. */
const FEWEST_CHARACTERS = 8
/** Scanners that end with CR and LF send a second Enter. It must not press a button that has the focus by then. */
const ECHO_MS = 150

export interface Wedge {
  text: string
  /** Of the last key. */
  at_ms: number
  /** When the last burst ended. */
  ended_ms: number
}

export const IDLE: Wedge = { text: '', at_ms: Number.NEGATIVE_INFINITY, ended_ms: Number.NEGATIVE_INFINITY }

export type WedgeAnswer =
  | { kind: 'key' }
  /** The first key of what may become a burst: the caller remembers what was in the field before it. */
  | { kind: 'first' }
  | { kind: 'burst'; text: string }
  /** The second Enter of a scanner that ends its lines with two. */
  | { kind: 'echo' }

/** One key that was pressed; `key` is that of the event. */
export const wedgeKey = (wedge: Wedge, key: string, at_ms: number): { wedge: Wedge; answer: WedgeAnswer } => {
  const isQuick = at_ms - wedge.at_ms <= LONGEST_GAP_MS
  if (key === 'Enter') {
    if (isQuick && wedge.text.length >= FEWEST_CHARACTERS) {
      return { wedge: { text: '', at_ms: Number.NEGATIVE_INFINITY, ended_ms: at_ms }, answer: { kind: 'burst', text: wedge.text } }
    }
    const isEcho = at_ms - wedge.ended_ms <= ECHO_MS
    return { wedge: { ...wedge, text: '' }, answer: { kind: isEcho ? 'echo' : 'key' } }
  }
  // Shift and its like come between the characters of a burst.
  if (key.length !== 1) return { wedge, answer: { kind: 'key' } }
  const text = isQuick ? wedge.text + key : key
  return { wedge: { ...wedge, text, at_ms }, answer: { kind: isQuick ? 'key' : 'first' } }
}
