// Finds work that other processes left. One statement checks for all kinds of work: soon after a ring of the bell, and rarely without one.
// Work that this process left itself starts at once.
import type { Logger } from 'pino'
import { BackgroundLoop } from './background-loop.ts'
import type { Bell } from './bell.ts'
import type { Database } from './db.ts'

const LOOK_MS = { least_ms: 2_000, most_ms: 10_000 }

/**
 * `exists`: an SQL condition for `where`, true while there is work. `wake`: called at every check that finds work, and when work is
 * announced.
 */
export interface Sought {
  name: string
  exists: string
  wake(): void
}

export class Lookout {
  readonly #db: Database
  readonly #log: Logger
  readonly #bell: Bell
  readonly #sought = new Set<Sought>()
  #loop: BackgroundLoop | null = null

  constructor(db: Database, log: Logger, bell: Bell) {
    this.#db = db
    this.#log = log
    this.#bell = bell
  }

  /** Starts to check for this work. Returns a function that stops the checks. */
  seek(...added: Sought[]): () => void {
    for (const one of added) this.#sought.add(one)
    this.#loop ??= this.#start()
    return () => {
      for (const one of added) this.#sought.delete(one)
      if (this.#sought.size > 0) return
      this.#loop?.stop()
      this.#loop = null
    }
  }

  #start(): BackgroundLoop {
    const loop = new BackgroundLoop()
    void loop.runOnRings(
      this.#bell,
      LOOK_MS,
      () => this.look(),
      (err) => this.#log.error({ err }, 'looking for work failed'),
    )
    return loop
  }

  /** Announces possible work of this name. This process starts it at once, and other processes check for it. */
  announce(announced: string): void {
    for (const { name, wake } of this.#sought) if (name === announced) wake()
    this.#bell.ring()
  }

  /**
   * Checks for all kinds of work once.
   * @returns whether there is work
   */
  async look(): Promise<boolean> {
    const sought = [...this.#sought]
    const text = sought.map(({ name, exists }) => `select '${name}' as name where ${exists}`).join(' union all ')
    const rows = await this.#db.query<{ name: string }>(`lookout_${sought.map(({ name }) => name).join('_')}`, text)
    const found = new Set(rows.map(({ name }) => name))
    for (const { name, wake } of sought) if (found.has(name)) wake()
    return found.size > 0
  }
}
