// Finds background work that other processes left. One statement checks for all kinds of work: soon after a notification, and rarely
// without one. Work that this process announces starts at once.
import type { Logger } from 'pino'
import { BackgroundLoop } from './background-loop.ts'
import type { CommitNotifier } from './commit-notifier.ts'
import type { Database } from './db.ts'

const CHECK_INTERVAL_MS = { least_ms: 2_000, most_ms: 10_000 }

/**
 * `exists`: an SQL condition for `where`, true while there is work. `wake`: called at every check that finds work, and when work is
 * announced.
 */
export interface WorkKind {
  name: string
  exists: string
  wake(): void
}

export class WorkScanner {
  readonly #db: Database
  readonly #log: Logger
  readonly #notifier: CommitNotifier
  readonly #kinds = new Set<WorkKind>()
  #loop: BackgroundLoop | null = null

  constructor(db: Database, log: Logger, notifier: CommitNotifier) {
    this.#db = db
    this.#log = log
    this.#notifier = notifier
  }

  /** Starts to check for this work. Returns a function that stops the checks. */
  watchFor(...added: WorkKind[]): () => void {
    for (const one of added) this.#kinds.add(one)
    this.#loop ??= this.#start()
    return () => {
      for (const one of added) this.#kinds.delete(one)
      if (this.#kinds.size > 0) return
      this.#loop?.stop()
      this.#loop = null
    }
  }

  #start(): BackgroundLoop {
    const loop = new BackgroundLoop()
    void loop.runOnNotifications(
      this.#notifier,
      CHECK_INTERVAL_MS,
      () => this.check(),
      (err) => this.#log.error({ err }, 'looking for work failed'),
    )
    return loop
  }

  /** Announces possible work of this name. This process starts it at once, and other processes check for it. */
  announce(announced: string): void {
    for (const { name, wake } of this.#kinds) if (name === announced) wake()
    this.#notifier.notify()
  }

  /**
   * Checks for all kinds of work once.
   * @returns whether there is work
   */
  async check(): Promise<boolean> {
    const kinds = [...this.#kinds]
    const text = kinds.map(({ name, exists }) => `select '${name}' as name where ${exists}`).join(' union all ')
    const rows = await this.#db.query<{ name: string }>(`lookout_${kinds.map(({ name }) => name).join('_')}`, text)
    const found = new Set(rows.map(({ name }) => name))
    for (const { name, wake } of kinds) if (found.has(name)) wake()
    return found.size > 0
  }
}
