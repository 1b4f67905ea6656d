// A dump that is restored into another cluster has events whose transaction ids that cluster may not reach for years, and the feed ends before
// transactions to come (kinds/events/feed.ts). So the new transactions get places behind what was restored: `feed_xid(id)` is the id and what has to
// be added to it, a number within the function's text. Nothing that was restored is written again, and plans cost as much as without it.
//
// - The function is replaced while nobody reads or writes events. Whoever waited for that plans anew, because PostgreSQL notes which functions
//   a plan was made of. The least id of an open transaction gets the first free place, so nothing can come before what is there.
// - The number is part of the schema, so a dump has it, and a second restore only raises it.
//
// Not promised: the place of what a process that had started before wrote into the database while it was being restored.
import type pg from 'pg'
import type { DatabaseConfig } from '../database/database-client.ts'
import { holdIfRestored, REMEDY } from '../database/hold.ts'
import { inTransaction, onConnection } from '../database/migrate.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { ALONE, dropNearCheck } from './event-partitions.ts'
import { NEXT } from './event-ranges.ts'

/** Each partner's last event is the end of an index, so this costs the same however many events there are. */
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

/** More numbers than are given out while any transaction is open: one of an earlier transaction may be above those that were read. */
const NUMBERS_AHEAD = 1_000_000_000

/** What has to be done so that new events follow all that are there, as statements. */
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
    // Deliveries are sent in the order of these numbers. A dump has the sequence; logical replication does not.
    ...((last_seq ?? 0) <= last_number ? [] : [`select setval('events_seq_seq', ${(last_seq as number) + NUMBERS_AHEAD})`]),
  ]
}

const read = async (client: pg.Client): Promise<string[]> => statementsFor((await client.query<Row>(READ)).rows[0] as Row)

/** Returns whether anything had to be done. Several processes may call it at once: the others wait for the first. */
const continueOn = async (client: pg.Client, log: (line: string) => void): Promise<boolean> => {
  if ((await read(client)).length === 0) return false
  try {
    const done = await inTransaction(client, async () => {
      await client.query(`set local statement_timeout = 0; ${ALONE}`)
      const statements = await read(client)
      for (const statement of statements) await client.query(statement)
      return statements.length > 0
    })
    if (done) log('the database was restored into another cluster: its feed goes on behind its last event')
    return done
  } catch (error) {
    throw new StartupError(`continuing the feed of the restored database failed and changed nothing: ${reasonOf(error)}`)
  }
}

/**
 * Lets the feed of a database that was restored go on behind its last event, and logs a line if it was restored. To be called when the database
 * is up to date and before this process serves. A few statements, however many events there are. Throws StartupError.
 */
export const continueRestoredFeed = (config: DatabaseConfig, log: (line: string) => void): Promise<boolean> =>
  onConnection(config, (client) => continueOn(client, log))

/**
 * What has to be done about a database that was restored: its feed goes on, and its deliveries are held (hold.ts). `restored`: why it is known
 * to be. Throws StartupError.
 */
export const settleRestored = (config: DatabaseConfig, log: (line: string) => void, restored: string | null = null): Promise<void> =>
  onConnection(config, async (client) => {
    const isElsewhere = await continueOn(client, log)
    await dropNearCheck(client)
    const reason = await holdIfRestored(client, restored ?? (isElsewhere ? 'the database was restored into another cluster' : null))
    if (reason !== null) log(`${reason}: nothing is sent to webhooks; ${REMEDY}`)
  })
