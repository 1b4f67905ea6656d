/** What this device keeps under a name; null: nothing, or what nobody can read. */
export const readKept = <Kept>(name: string): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
