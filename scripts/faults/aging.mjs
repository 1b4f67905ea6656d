// Makes time pass for the table of events: every few seconds the partition that events are written to is ended, and those that a worker has
// closed seem to have been closed a year ago. So workers archive what is minutes old, and readers, receivers and retries meet what is in the
// archive and what just goes there, in the middle of everything else.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { LOCK, LOCK_MS } from '../../packages/server/dist/database/partitions.js'
import { ALONE, endAt, readEventPartitions } from '../../packages/server/dist/storage/event-partitions.js'

/** For `--import` of workers: they archive every few seconds. */
export const PRELOAD = fileURLToPath(new URL('preload.mjs', import.meta.url))

const LEAST_PAUSE_MS = 7000
/** Statements that read many partitions cost more, and years have no more of them. */
const MOST_PARTITIONS = 40
/** Nobody is to wait behind this for the table of events, as for every change of a partition. */
const LIMITS = `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = '2s'`
/** That of workers, who change partitions one at a time. */
const TAKE_TURN = `select pg_try_advisory_lock(${LOCK.key}) as mine`
const HAS_EVENTS = (name) => `select exists (select from ${name}) as some`
const OLD = "update event_partitions set closed_at = closed_at - interval '1 year' where closed_at > now() - interval '1 day'"

const endLast = async (client) => {
  const { parts, next } = await readEventPartitions(client)
  const last = parts.at(-1)
  if ((await client.query(HAS_EVENTS(last.name))).rows[0].some) await client.query(endAt(last, next + 1n).join(';\n'))
}

export class Aging {
  #url
  #pause_ms
  #isOver = false
  #running

  /** `lasts_ms`: how long the run is, if it is long. */
  constructor(url, lasts_ms = 0) {
    this.#url = url
    this.#pause_ms = Math.max(LEAST_PAUSE_MS, lasts_ms / MOST_PARTITIONS)
    this.#running = this.#run()
  }

  async #run() {
    while (!this.#isOver) {
      // The next one comes soon when the database is away, or somebody uses the table for longer.
      await this.#once().catch(() => {})
      for (const end_ms = performance.now() + this.#pause_ms; !this.#isOver && performance.now() < end_ms; ) await sleep(100)
    }
  }

  async #once() {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(OLD)
      if (!(await client.query(TAKE_TURN)).rows[0].mine) return
      await client.query(`begin; ${LIMITS}; ${ALONE}`)
      await endLast(client)
      await client.query('commit')
    } finally {
      // A connection to a database that stands still says no goodbye.
      client.connection.stream.destroy()
    }
  }

  /** How many events are in the archive. */
  async archived() {
    const client = new pg.Client({ connectionString: this.#url })
    await client.connect()
    try {
      const { rows } = await client.query("select count(*)::int as n from events where body like E'\\x1e%'")
      return rows[0].n
    } finally {
      await client.end()
    }
  }

  async end() {
    this.#isOver = true
    await this.#running
  }
}
