// Records when each key and session was last used. Each request only notes the use in memory. Once a minute a process writes all its notes
// with one statement. So a use may become visible up to a minute later, and the notes of the last minute are lost if the process is killed.
// Several processes may write for the same key in any order, and the latest time is kept.
import type { Logger } from 'pino'
import { BackgroundLoop } from '../database/background-loop.ts'
import { type Database, Unavailable } from '../database/db.ts'
import { type Clock, iso } from '../process/clock.ts'

const REST_MS = 60_000
/** Longest time until the use of a key becomes visible, with some allowance for a slow database. */
export const USE_LAG_MS = 2 * REST_MS
/** If more keys than this are used in a minute, some last uses are not written. */
const MAX_KEYS = 10_000

/** Ordered by id, so that two processes cannot deadlock. */
const WRITE = `
  insert into key_uses as u (id, last_used_at)
  select id, at from unnest($1::text[], $2::timestamptz[]) as n(id, at) order by id
  on conflict (id) do update set last_used_at = excluded.last_used_at where u.last_used_at < excluded.last_used_at`

export class KeyUses {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #loop = new BackgroundLoop()
  #ended: Promise<void> | null = null
  /** Uses that are not written yet: the time of the last use, in milliseconds since 1970, by the id of the key or session. */
  #noted = new Map<string, number>()

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Notes a genuine request with this key. Only requests with existing keys are noted, so anonymous callers cannot fill the map. */
  note(id: string): void {
    this.#keep(id, this.#clock.now())
  }

  start(): void {
    this.#ended ??= this.#loop.run(
      REST_MS,
      () => this.write(),
      (err) => this.#log.error({ err }, 'could not store when keys were last used'),
    )
  }

  /** Writes the notes. If this fails, the notes are kept and written with the next ones. Errors: as Database.query. */
  async write(): Promise<void> {
    const noted = this.#noted
    if (noted.size === 0) return
    this.#noted = new Map()
    const uses = [...noted]
    try {
      await this.#db.query('key_uses', WRITE, [uses.map(([id]) => id), uses.map(([, at]) => iso(at))])
    } catch (error) {
      for (const [id, at] of uses) if (!this.#noted.has(id)) this.#keep(id, at)
      throw error
    }
  }

  /** Resolves when the last notes are written, or when writing them has failed. */
  async stop(): Promise<void> {
    this.#loop.stop()
    await this.#ended
    await this.write().catch((err) => {
      if (!(err instanceof Unavailable)) this.#log.error({ err }, 'could not store when keys were last used')
    })
  }

  #keep(id: string, at: number): void {
    if (this.#noted.size < MAX_KEYS || this.#noted.has(id)) this.#noted.set(id, at)
  }
}
