// A keyboard scanner (wedge) types fast and ends with Enter. This module distinguishes its bursts from human typing, in any field. It is
// pure: the caller provides keys and times (./use-wedge.ts).

/** Maximum time between two keys of a burst. A busy till delivers some keys late. */
const LONGEST_GAP_MS = 120
/**
 * Maximum average time between the keys of a burst. The slowest Bluetooth scanners take about 30 ms for a key, and nobody types 25 keys a
 * second.
 */
const LONGEST_AVERAGE_MS = 40
/** Minimum length of a burst. Anything shorter may be a weight that someone typed fast. */
const FEWEST_CHARACTERS = 8
/**
 * Scanners that end with CR and LF send a second Enter immediately. The second Enter must not press the button that has the focus by then.
 */
const ECHO_MS = 150

const MOVES = /^(Tab|Escape|Backspace|Delete|Home|End|Arrow|Page)/

export interface Wedge {
  text: string
  /** Time of the first key. */
  from_ms: number
  /** Time of the last key. */
  at_ms: number
  /** Time of the end of the last burst. */
  ended_ms: number
}

const NEVER = Number.NEGATIVE_INFINITY
export const IDLE: Wedge = { text: '', from_ms: NEVER, at_ms: NEVER, ended_ms: NEVER }

export type WedgeAnswer =
  | { kind: 'key' }
  /** The first key of a possible burst: the caller stores the field's previous text. */
  | { kind: 'first' }
  | { kind: 'burst'; text: string }
  /** The second Enter of a scanner that ends with CR and LF. */
  | { kind: 'echo' }

const isBurst = ({ text, from_ms }: Wedge, at_ms: number): boolean =>
  text.length >= FEWEST_CHARACTERS && (at_ms - from_ms) / text.length <= LONGEST_AVERAGE_MS

/** Processes one key press; `key` is the key of the event. */
export const wedgeKey = (wedge: Wedge, key: string, at_ms: number): { wedge: Wedge; answer: WedgeAnswer } => {
  const isQuick = at_ms - wedge.at_ms <= LONGEST_GAP_MS
  if (key === 'Enter') {
    if (isQuick && isBurst(wedge, at_ms)) return { wedge: { ...IDLE, ended_ms: at_ms }, answer: { kind: 'burst', text: wedge.text } }
    const isEcho = at_ms - wedge.ended_ms <= ECHO_MS
    return { wedge: { ...IDLE, ended_ms: wedge.ended_ms }, answer: { kind: isEcho ? 'echo' : 'key' } }
  }
  // Scanners do not send keys that navigate or delete, so a person typed this.
  if (MOVES.test(key)) return { wedge: IDLE, answer: { kind: 'key' } }
  // Shift and other modifiers may occur between the characters of a burst.
  if (key.length !== 1) return { wedge: { ...wedge, ended_ms: NEVER }, answer: { kind: 'key' } }
  if (isQuick) return { wedge: { ...wedge, text: wedge.text + key, at_ms }, answer: { kind: 'key' } }
  return { wedge: { text: key, from_ms: at_ms, at_ms, ended_ms: NEVER }, answer: { kind: 'first' } }
}
