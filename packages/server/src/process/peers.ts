/** The other processes of the same service on this machine. */
export interface Peers {
  /**
   * Tells them of a change that was committed. Resolves when it holds there too, or after a second: by then what they had cached before has
   * run out. Never rejects.
   */
  tell(topic: Topic, id: string): Promise<void>
  /** Called when one of them tells of a change; what it does holds when it returns. */
  hear(topic: Topic, change: (id: string) => void): void
}

/** `key`: a key or a partner; an empty id: any of them. `network`: the tables of the network. `webhook`: a webhook, or a delivery of it. */
export type Topic = 'key' | 'network' | 'webhook'

/** There are no others. */
export const ALONE: Peers = { tell: async () => {}, hear: () => {} }
