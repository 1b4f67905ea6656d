/** Parses a weight as people type it, with a comma or a point. Returns null if the text is not a weight. */
export const weightOf = (text: string): number | null => {
  const weight = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(weight) && weight > 0 ? weight : null
}
