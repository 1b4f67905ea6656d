// Tells the worker in this process, if there is one, of a change before the answer to it is given, so that nothing more starts on the old
// state. Workers in other processes learn it from their next statement (delivery/worker.ts).

export type ChangeListener = (webhookId: string) => void

const listeners = new Set<ChangeListener>()

/** @returns how to stop listening */
export const onChange = (listener: ChangeListener): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The webhook, or a delivery of it, was changed. */
export const announce: ChangeListener = (webhookId) => {
  for (const listener of listeners) listener(webhookId)
}
