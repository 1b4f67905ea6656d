// Ages the events table. Every few seconds it ends the current partition, and dates closed partitions back by a year. So workers archive
// events that are minutes old. Readers, receivers and retries then meet archived events, and events being archived, during the run.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALONE, endAt, LOCK, LOCK_MS, readEventPartitions } from '@backhaul/server/testing'
import type pg from 'pg'
import { connected } from '../lib/database.ts'

/** For `--import` of workers, so that they archive every few seconds. */
export const PRELOAD = fileURLToPath(new URL('preload.js', import.meta.url))

const LEAST_PAUSE_MS = 7000
/** Statements that read many partitions cost more, and years of use create no more partitions than this. */
const MOST_PARTITIONS = 40
/** As with every change of a partition, others must not wait long for the events table. */
const LIMITS = `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = '2s'`
/** The workers' lock. They change partitions one at a time. */
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

  /** `lasts_ms`: length of the run, to limit the number of partitions in a long run. */
  constructor(url: string, lasts_ms = 0) {
    this.#url = url
    this.#pause_ms = Math.max(LEAST_PAUSE_MS, lasts_ms / MOST_PARTITIONS)
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      // If the database is away or the table is in use, the next attempt follows soon.
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

  /** Number of archived events. */
  async archived(): Promise<number> {
    const text = "select count(*)::int as n from events where body like E'\\x1e%'"
    return (await connected(this.#url, (client) => client.query(text))).rows[0].n
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}
