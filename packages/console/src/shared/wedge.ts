// A wedge scanner is a keyboard that types fast and ends with Enter. This tells its bursts from people, in whatever field the focus is.
// Pure: the caller brings keys and times (./use-wedge.ts).

/** The longest between two keys: a busy till delivers some of them late. */
const LONGEST_GAP_MS = 120
/** Over all of a burst. The slowest Bluetooth scanners take some 30 ms for a key; nobody types 25 keys a second. */
const LONGEST_AVERAGE_MS = 40
/** Shorter bursts are a weight that somebody typed fast. */
const FEWEST_CHARACTERS = 8
/** Scanners that end with CR and LF send a second Enter at once. It must not press a button that has the focus by then. */
const ECHO_MS = 150

const MOVES = /^(Tab|Escape|Backspace|Delete|Home|End|Arrow|Page)/

export interface Wedge {
  text: string
  /** Of the first key. */
  from_ms: number
  /** Of the last key. */
  at_ms: number
  /** When the last burst ended. */
  ended_ms: number
}

const NEVER = Number.NEGATIVE_INFINITY
export const IDLE: Wedge = { text: '', from_ms: NEVER, at_ms: NEVER, ended_ms: NEVER }

export type WedgeAnswer =
  | { kind: 'key' }
  /** The first key of what may become a burst: the caller remembers what was in the field before it. */
  | { kind: 'first' }
  | { kind: 'burst'; text: string }
  /** The second Enter of a scanner that ends its lines with two. */
  | { kind: 'echo' }

const isBurst = ({ text, from_ms }: Wedge, at_ms: number): boolean =>
  text.length >= FEWEST_CHARACTERS && (at_ms - from_ms) / text.length <= LONGEST_AVERAGE_MS

/** One key that was pressed; `key` is that of the event. */
export const wedgeKey = (wedge: Wedge, key: string, at_ms: number): { wedge: Wedge; answer: WedgeAnswer } => {
  const isQuick = at_ms - wedge.at_ms <= LONGEST_GAP_MS
  if (key === 'Enter') {
    if (isQuick && isBurst(wedge, at_ms)) return { wedge: { ...IDLE, ended_ms: at_ms }, answer: { kind: 'burst', text: wedge.text } }
    const isEcho = at_ms - wedge.ended_ms <= ECHO_MS
    return { wedge: { ...IDLE, ended_ms: wedge.ended_ms }, answer: { kind: isEcho ? 'echo' : 'key' } }
  }
  // Whoever moves on or corrects is a person, however fast.
  if (MOVES.test(key)) return { wedge: IDLE, answer: { kind: 'key' } }
  // Shift and its like come between the characters of a burst.
  if (key.length !== 1) return { wedge: { ...wedge, ended_ms: NEVER }, answer: { kind: 'key' } }
  if (isQuick) return { wedge: { ...wedge, text: wedge.text + key, at_ms }, answer: { kind: 'key' } }
  return { wedge: { text: key, from_ms: at_ms, at_ms, ended_ms: NEVER }, answer: { kind: 'first' } }
}
