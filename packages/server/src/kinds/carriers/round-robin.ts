/** Returns the carriers in the order of their codes, starting after `last`, so that no carrier is always first. */
export const roundRobinAfter = (last: string, carriers: readonly string[]): string[] => {
  const sorted = [...carriers].sort()
  return [...sorted.filter((code) => code > last), ...sorted.filter((code) => code <= last)]
}
