const QUOTE = 0x22
const LINE = 0x0a

/** Counts the rows of a CSV that arrives in chunks, without its header. A line break within quotes does not start a row. */
export const csvRowCounter = (): ((bytes: Uint8Array) => number) => {
  let lines = 0
  let isQuoted = false
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}
