/** Returns what this device has stored under a name; null if nothing is stored or it cannot be parsed. */
export const readStored = <Stored>(name: string): Stored | null => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
