// One tab's view of the queue: the stored entries combined with the sender's progress. It follows the messages between tabs.
import type { StoredEntry } from './database.ts'
import { SIGNED_OUT, whyHeld } from './fitting.ts'
import type { Sending } from './tabs.ts'
import type { Entry, Listener, QueueSession, QueueStatus } from './types.ts'

export class View {
  readonly #entries = new Map<number, StoredEntry>()
  readonly #listeners = new Set<Listener>()
  /** Numbers of the removed entries, in case a message about them arrives late. */
  readonly #removed = new Set<number>()
  #sending: Sending
  #isDue = false

  constructor(session: QueueSession | null) {
    this.#sending = { line: 'idle', session, seq: null }
  }

  /** Ignores entries older than the known ones, because messages and database reads can arrive out of order. */
  take(entries: readonly StoredEntry[], removed: readonly number[] = []): void {
    for (const seq of removed) {
      this.#removed.add(seq)
      this.#entries.delete(seq)
    }
    for (const entry of entries) {
      const had = this.#entries.get(entry.seq)
      if (!this.#removed.has(entry.seq) && (had === undefined || had.revision < entry.revision)) this.#entries.set(entry.seq, entry)
    }
    this.#tell()
  }

  takeSending(sending: Sending): void {
    this.#sending = sending
    this.#tell()
  }

  get session(): QueueSession | null {
    return this.#sending.session
  }

  entry(seq: number): Entry | null {
    const stored = this.#entries.get(seq)
    return stored ? this.#shown(stored) : null
  }

  entries(): Entry[] {
    return [...this.#entries.values()].sort((a, b) => a.seq - b.seq).map((entry) => this.#shown(entry))
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    listener(...this.#all())
    return () => this.#listeners.delete(listener)
  }

  #shown({ open: _, ...entry }: StoredEntry): Entry {
    if (entry.state !== 'waiting') return { ...entry, state: entry.state }
    const { line, session, seq } = this.#sending
    if (line === 'signed-out') return { ...entry, state: 'held', problem: SIGNED_OUT }
    const held = session && whyHeld(entry, session)
    if (held) return { ...entry, state: 'held', problem: held }
    return { ...entry, state: seq === entry.seq ? 'sending' : 'waiting' }
  }

  #all(): [Entry[], QueueStatus] {
    const entries = this.entries()
    const { line, session } = this.#sending
    const open = entries.filter(({ state }) => state !== 'sent' && state !== 'refused').length
    return [entries, { line, session, open }]
  }

  /** Notifies listeners only once for changes that arrive together. When a queue of thousands is sent, each entry changes several times. */
  #tell(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      const all = this.#all()
      for (const listener of this.#listeners) listener(...all)
    })
  }
}
