// Announces a change to the worker on this machine, if there is one, before the request is answered, so that no more attempts start with
// the old state. A notification is sent as well (app/open-service.ts): workers on other machines learn about the change from their next
// statement after it.

/**
 * `isPeers`: true if another process of this machine announced the change. The listener may return a promise that resolves when the worker
 * has applied the change.
 */
export type ChangeListener = (webhookId: string, isPeers: boolean) => void | Promise<void>

const listeners = new Set<ChangeListener>()

/** @returns a function that stops listening */
export const onChange = (listener: ChangeListener): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Announces that the webhook, or one of its deliveries, was changed. */
export const announce = async (webhookId: string, isPeers = false): Promise<void> => {
  await Promise.all([...listeners].map((listener) => listener(webhookId, isPeers)))
}
