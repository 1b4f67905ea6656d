export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}
/** Large letters behind everything else, in points: gray where the format has grays, otherwise outlined. */
export type MarkElement = { kind: 'mark'; pieces: readonly Rectangle[] }

/** The rectangles of each letter, [x, y, width, height] on a grid of 5 by 7. */
const LETTERS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  // S
  [
    [0, 0, 5, 1],
    [0, 1, 1, 2],
    [0, 3, 5, 1],
    [4, 4, 1, 2],
    [0, 6, 5, 1],
  ],
  // A
  [
    [0, 0, 5, 1],
    [0, 1, 1, 6],
    [4, 1, 1, 6],
    [1, 3, 3, 1],
  ],
  // N
  [
    [0, 0, 1, 7],
    [4, 0, 1, 7],
    [1, 1, 1, 2],
    [2, 2, 1, 3],
    [3, 4, 1, 2],
  ],
  // D
  [
    [0, 0, 4, 1],
    [0, 1, 1, 5],
    [4, 1, 1, 5],
    [0, 6, 4, 1],
  ],
  // B
  [
    [0, 0, 4, 1],
    [0, 1, 1, 5],
    [1, 3, 3, 1],
    [4, 1, 1, 2],
    [4, 4, 1, 2],
    [0, 6, 4, 1],
  ],
  // O
  [
    [0, 0, 5, 1],
    [0, 1, 1, 5],
    [4, 1, 1, 5],
    [0, 6, 5, 1],
  ],
  // X
  [
    [0, 0, 1, 2],
    [4, 0, 1, 2],
    [1, 2, 1, 1],
    [3, 2, 1, 1],
    [2, 3, 1, 1],
    [1, 4, 1, 1],
    [3, 4, 1, 1],
    [0, 5, 1, 2],
    [4, 5, 1, 2],
  ],
]
const ROWS = 7
/** Width of a letter and of the gap after it, in columns. */
const PITCH = 6
const COLUMNS = LETTERS.length * PITCH - 1

/** Fits the word into a box. */
const across = (box: Rectangle): Rectangle[] => {
  const [column, row] = [box.width / COLUMNS, box.height / ROWS]
  return LETTERS.flatMap((letter, i) =>
    letter.map(([x, y, width, height]) => ({
      x: box.x + (i * PITCH + x) * column,
      y: box.y + y * row,
      width: width * column,
      height: height * row,
    })),
  )
}

/**
 * The word SANDBOX, printed across the sender and the recipient, so that nobody mails the label. It is drawn behind the texts and outside
 * the symbols and their quiet zones, because the symbols must be readable in the sandbox too. The mark is made once, and the back ends
 * cache their drawings of it, so it costs almost nothing.
 */
export const SANDBOX_MARK: MarkElement = {
  kind: 'mark',
  pieces: [...across({ x: 12, y: 72, width: 264, height: 67 }), ...across({ x: 12, y: 152, width: 178, height: 101 })],
}
