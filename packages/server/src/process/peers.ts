/** The other processes of this service on this machine. */
export interface Peers {
  /**
   * Announces a committed change to the other processes. Resolves when the change is visible in them, but after a second at the latest,
   * because by then their cache entries have expired. Never rejects.
   */
  announce(topic: Topic, id: string): Promise<void>
  /** Registers a callback for changes that other processes announce. The callback's effect must be complete when it returns. */
  onChange(topic: Topic, change: (id: string) => void): void
}

/**
 * What changed. `key`: a key or a partner; an empty id means that any of them may have changed. `network`: the tables of the network.
 * `webhook`: a webhook, or one of its deliveries.
 */
export type Topic = 'key' | 'network' | 'webhook'

/** Used by a process that has no peers. */
export const ALONE: Peers = { announce: async () => {}, onChange: () => {} }
