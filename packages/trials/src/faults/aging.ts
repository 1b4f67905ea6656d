// Makes time pass for the table of events: every few seconds the partition that events are written to is ended, and those that a worker has
// closed seem to have been closed a year ago. So workers archive what is minutes old, and readers, receivers and retries meet what is in the
// archive and what just goes there, in the middle of everything else.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALONE, endAt, LOCK, LOCK_MS, readEventPartitions } from '@backhaul/server/testing'
import type pg from 'pg'
import { connected } from '../lib/database.ts'

/** For `--import` of workers: they archive every few seconds. */
export const PRELOAD = fileURLToPath(new URL('preload.js', import.meta.url))

const LEAST_PAUSE_MS = 7000
/** Statements that read many partitions cost more, and years have no more of them. */
const MOST_PARTITIONS = 40
/** Nobody is to wait behind this for the table of events, as for every change of a partition. */
const LIMITS = `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = '2s'`
/** That of workers, who change partitions one at a time. */
const TAKE_TURN = `select pg_try_advisory_lock(${LOCK.key}) as mine`
const HAS_EVENTS = (name: string) => `select exists (select from ${name}) as some`
const OLD = "update event_partitions set closed_at = closed_at - interval '1 year' where closed_at > now() - interval '1 day'"

const endLast = async (client: pg.Client): Promise<void> => {
  const { parts, next } = await readEventPartitions(client)
  const last = parts.at(-1)
  if (last && (await client.query(HAS_EVENTS(last.name))).rows[0].some) await client.query(endAt(last, next + 1n).join(';\n'))
}

export class Aging {
  readonly #url: string
  readonly #pause_ms: number
  #isOver = false
  readonly #running: Promise<void>

  /** `lasts_ms`: how long the run is, if it is long. */
  constructor(url: string, lasts_ms = 0) {
    this.#url = url
    this.#pause_ms = Math.max(LEAST_PAUSE_MS, lasts_ms / MOST_PARTITIONS)
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      // The next one comes soon when the database is away, or somebody uses the table for longer.
      await this.#once().catch(() => {})
      for (const end_ms = performance.now() + this.#pause_ms; !this.#isOver && performance.now() < end_ms; ) await sleep(100)
    }
  }

  #once(): Promise<void> {
    return connected({ connectionString: this.#url, connectionTimeoutMillis: 2000 }, async (client) => {
      await client.query(OLD)
      if (!(await client.query(TAKE_TURN)).rows[0].mine) return
      await client.query(`begin; ${LIMITS}; ${ALONE}`)
      await endLast(client)
      await client.query('commit')
    })
  }

  /** How many events are in the archive. */
  async archived(): Promise<number> {
    const text = "select count(*)::int as n from events where body like E'\\x1e%'"
    return (await connected(this.#url, (client) => client.query(text))).rows[0].n
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}
