/** The carriers in order of their codes, beginning behind the one that was last: none comes first each time. */
export const turnsAfter = (last: string, carriers: readonly string[]): string[] => {
  const sorted = [...carriers].sort()
  return [...sorted.filter((code) => code > last), ...sorted.filter((code) => code <= last)]
}
