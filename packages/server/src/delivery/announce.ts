// Announces a change to the worker on this machine, if there is one, before the request is answered, so that nothing more starts on the old
// state. The bell rings as well (app/open-service.ts), so workers on other machines learn about it from the statement that they run then.

/** `isPeers`: another process of this machine announced it. May return a promise that resolves when the change holds. */
export type ChangeListener = (webhookId: string, isPeers: boolean) => void | Promise<void>

const listeners = new Set<ChangeListener>()

/** @returns a function that stops listening */
export const onChange = (listener: ChangeListener): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The webhook, or a delivery of it, was changed. */
export const announce = async (webhookId: string, isPeers = false): Promise<void> => {
  await Promise.all([...listeners].map((listener) => listener(webhookId, isPeers)))
}
