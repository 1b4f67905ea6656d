// An import that was started in this process is begun at once. Those of other processes are found by looking.
const listeners = new Set<() => void>()

export const announceImport = (): void => {
  for (const listener of listeners) listener()
}

/** Returns what ends it. */
export const onImport = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
