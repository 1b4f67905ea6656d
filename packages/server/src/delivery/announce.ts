// Announces a change to the worker in this process, if there is one, before the request is answered, so that nothing more starts on the old
// state. The bell rings as well (app/open-service.ts), so workers in other processes learn about it from the statement that they run then.

export type ChangeListener = (webhookId: string) => void

const listeners = new Set<ChangeListener>()

/** @returns a function that stops listening */
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
