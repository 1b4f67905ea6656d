const MAX_PIECES = 1_000_000

/** Parses a typed count. Returns null if the text is not a count. */
export const piecesOf = (text: string): number | null => {
  const count = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : null
  return count !== null && count <= MAX_PIECES ? count : null
}

/** Returns the warning shown before a count that differs from the announced number is accepted, or null if they are equal. */
export const differenceOf = (counted: number, announced: number): string | null => {
  if (counted === announced) return null
  const [count, word] = counted < announced ? [announced - counted, 'short'] : [counted - announced, 'over']
  return `${count} ${word}, ${announced} announced. Count again. If the count is right, accept it. The difference is reported.`
}
