/** Returns what this device has stored under a name; null if nothing is stored or it cannot be parsed. */
export const readKept = <Kept>(name: string): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
