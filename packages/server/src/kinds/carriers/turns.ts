/** The carriers in order of their codes, starting after `last`, so that no carrier is always first. */
export const turnsAfter = (last: string, carriers: readonly string[]): string[] => {
  const sorted = [...carriers].sort()
  return [...sorted.filter((code) => code > last), ...sorted.filter((code) => code <= last)]
}
