/** The other processes of this service on this machine. */
export interface Peers {
  /**
   * Tells them about a committed change. Resolves when the change is visible there too, or after a second. By then their cache entries have
   * expired. Never rejects.
   */
  tell(topic: Topic, id: string): Promise<void>
  /** Registers a callback for changes reported by them. Its effect must be complete when it returns. */
  hear(topic: Topic, change: (id: string) => void): void
}

/**
 * `key`: a key or a partner; an empty id means any of them. `network`: the tables of the network. `webhook`: a webhook, or one of its
 * deliveries.
 */
export type Topic = 'key' | 'network' | 'webhook'

/** For a process without peers. */
export const ALONE: Peers = { tell: async () => {}, hear: () => {} }
