const MOST_PIECES = 1_000_000

/** A count as somebody typed it; null if it is none. */
export const piecesOf = (text: string): number | null => {
  const count = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : null
  return count !== null && count <= MOST_PIECES ? count : null
}

/** What is said before a count is accepted that differs from the announced one; null if it does not. */
export const differenceOf = (counted: number, announced: number): string | null => {
  if (counted === announced) return null
  const [count, word] = counted < announced ? [announced - counted, 'short'] : [counted - announced, 'over']
  return `${count} ${word} of the ${announced} announced. Count again; if it stays so, accept: the difference is reported.`
}
