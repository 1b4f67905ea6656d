const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${UNITS[power]}`
}

/** Returns undefined for an empty field. */
export const numberOrNone = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** Splits a text at line breaks, spaces and commas. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean)
