// A dump restored into another cluster has events with transaction ids that this cluster may not reach for years. The feed stops before
// future transactions (kinds/events/feed.ts). So new transactions get feed positions behind the restored events: `feed_xid(id)` adds a
// constant to the id. The constant is part of the function's text. Restored rows are not rewritten, and plans cost the same.
//
// - The function is replaced while nobody reads or writes events. Statements that waited are planned again, because PostgreSQL records
//   which functions a plan depends on. The least id of an open transaction gets the first free position, so nothing can appear before the
//   restored events.
// - The constant is part of the schema, so a dump contains it. A second restore only raises it.
//
// Not promised: the position of events that an already running process wrote into the database during the restore.
import type pg from 'pg'
import type { DatabaseConfig } from '../database/database-client.ts'
import { holdIfRestored, REMEDY } from '../database/hold.ts'
import { inTransaction, onConnection } from '../database/migrate.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { ALONE, dropNearCheck } from './event-partitions.ts'
import { NEXT } from './event-ranges.ts'

/** Each partner's last event is at the end of an index, so the cost does not depend on the number of events. */
const READ = `
  select last.xid::text as last_xid, last.seq as last_seq, (select max(to_xid)::text from event_partitions) as closed_to,
         (select last_value from events_seq_seq) as last_number, ${NEXT}::text as next, pg_snapshot_xmin(pg_current_snapshot())::text as oldest
    from (select max(e.xid) as xid, max(e.seq) as seq from partners p cross join lateral (
            select xid, seq from events where partner_id = p.id order by events.xid desc, events.seq desc limit 1) e) last`

interface Row {
  last_xid: string | null
  last_seq: number | null
  closed_to: string | null
  last_number: number
  next: string
  oldest: string
}

/**
 * Larger than the count of numbers that are assigned while any one transaction is open. The margin is needed because an older open
 * transaction may have a number above those that were read.
 */
const NUMBERS_AHEAD = 1_000_000_000

/** Returns the statements that make new events follow all existing ones. */
const statementsFor = ({ last_xid, last_seq, closed_to, last_number, next, oldest }: Row): string[] => {
  const behindLast = BigInt(last_xid ?? -1) + 1n
  const behindClosed = BigInt(closed_to ?? 0)
  const free = behindLast > behindClosed ? behindLast : behindClosed
  return [
    ...(free <= BigInt(next)
      ? []
      : [
          `create or replace function feed_xid(id xid8) returns xid8 language sql stable parallel safe
             return (id::text::bigint + ${free - BigInt(oldest)})::text::xid8`,
        ]),
    // Deliveries are sent in the order of these numbers. A dump contains the sequence, but logical replication does not copy it.
    ...((last_seq ?? 0) <= last_number ? [] : [`select setval('events_seq_seq', ${(last_seq as number) + NUMBERS_AHEAD})`]),
  ]
}

const read = async (client: pg.Client): Promise<string[]> => statementsFor((await client.query<Row>(READ)).rows[0] as Row)

/** Returns whether anything had to be done. If several processes call this at once, the others wait for the first one. */
const continueOn = async (client: pg.Client, log: (line: string) => void): Promise<boolean> => {
  if ((await read(client)).length === 0) return false
  try {
    const done = await inTransaction(client, async () => {
      await client.query(`set local statement_timeout = 0; ${ALONE}`)
      const statements = await read(client)
      for (const statement of statements) await client.query(statement)
      return statements.length > 0
    })
    if (done) log('the database was restored into another cluster: its feed continues after its last event')
    return done
  } catch (error) {
    throw new StartupError(`the feed of the restored database could not be continued, and nothing was changed: ${reasonOf(error)}`)
  }
}

/**
 * Continues the feed of a restored database behind its last event, and logs a line if the database was restored. Call this when the
 * database schema is up to date, before the process serves requests. It takes a few statements, however many events there are. Throws
 * StartupError.
 */
export const continueRestoredFeed = (config: DatabaseConfig, log: (line: string) => void): Promise<boolean> =>
  onConnection(config, (client) => continueOn(client, log))

/**
 * Continues the feed of a restored database and holds its deliveries (hold.ts). `restored` says how the caller knows that the database was
 * restored. Throws StartupError.
 */
export const settleRestored = (config: DatabaseConfig, log: (line: string) => void, restored: string | null = null): Promise<void> =>
  onConnection(config, async (client) => {
    const isElsewhere = await continueOn(client, log)
    await dropNearCheck(client)
    const reason = await holdIfRestored(client, restored ?? (isElsewhere ? 'the database was restored into another cluster' : null))
    if (reason !== null) log(`${reason}: nothing is sent to webhooks; ${REMEDY}`)
  })
