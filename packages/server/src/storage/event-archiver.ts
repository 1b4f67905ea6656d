// Moves the bytes of older events into objects outside the database (event-archive.ts), one closed partition at a time, oldest first.
//
// - A closed partition never changes. The archiver copies its events in batches into a replacement table, ordered by partner and feed. It
//   writes the bytes of each batch into objects and reads the objects back. Then one transaction copies the rows, whose bodies now refer to
//   the objects. Readers are not affected. `event_partitions` has the progress.
// - When all events are copied and the counts are equal, one short transaction replaces the partition with the new table and drops the old
//   one. This frees the space of the old table.
//
// Promise: an event's bytes stay in the database until their object has been read back, and readers always find the bytes either in the
// database or in the object. A process that dies halfway leaves unused objects, which are removed after an hour (object-rows.ts), and a
// table that the next archiver continues. The connection that holds the lock copies rows and records progress in one transaction, so only
// one of several archivers does the work.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Row } from '@backhaul/core/tables.ts'
import type { Logger } from 'pino'
import { type EventFrame, eventBody } from '../commit/stored.ts'
import { BackgroundLoop } from '../database/background-loop.ts'
import type { openClient } from '../database/database-client.ts'
import type { Database } from '../database/db.ts'
import { IS_HELD } from '../database/hold.ts'
import { inTransaction } from '../database/migrate.ts'
import { alone, unlessInUse } from '../database/partitions.ts'
import { warnOfOutage } from '../telemetry/outage-log.ts'
import { archivedBody, isArchived, MAX_BYTES, uncompressed } from './event-archive.ts'
import { ALONE } from './event-partitions.ts'
import { type ObjectRow, putLoose } from './object-rows.ts'
import { ObjectDamaged, type Objects, ObjectsAway } from './objects.ts'

const FOLDER = 'events'
/** Table that will replace the partition being archived. */
const NEXT = 'events_archiving'
const CHECK = 'events_archiving_bounds'
const LOCK = { key: 7_215_015, name: 'backhaul archive' }
const REST_MS = 60_000
const BETWEEN_STEPS_MS = 50
/** Number of events per step, and maximum number of events in one object. */
export const BATCH = 1024
/** Uncompressed size at which an object is full. */
const FULL_BYTES = MAX_BYTES / 2
/** Maximum number of objects written per step, because a step may read events of many small partners. */
const MAX_OBJECTS = 16
/** Number of steps before the archiver releases the lock and its connection. */
const STEPS = 100

type Client = Awaited<ReturnType<typeof openClient>>

/** A row of `event_partitions`. */
interface Closed extends Pick<Row<'event_partitions'>, 'name' | 'from_xid' | 'to_xid' | 'first_id'> {
  /** Null if archiving has not begun. */
  archive_done: Place | null
}

/** Position of an event: partner, transaction, number. */
type Place = [string, string, string]
const START: Place = ['', '0', '0']

interface Read extends EventFrame {
  xid: string
  seq: string
  body: string
}

/** Events of one partner for one object, in ascending order. */
interface Stretch {
  /** Only events whose rows the archiver changes. */
  ids: string[]
  lines: string[]
}

const DUE = `
  select name, from_xid::text, to_xid::text, first_id, archive_done from event_partitions
   where archived_at is null and closed_at < now() - make_interval(days => $1::int) and not ${IS_HELD} order by event_partitions.to_xid limit 1`

/**
 * SQL column: how many seconds overdue the archiving of the next partition is. `days` is SQL for the age in days at which a partition is
 * archived (null: never).
 */
export const archiveBehind = (days: string): string =>
  `(select extract(epoch from now() - min(closed_at))::float8 from event_partitions where archived_at is null) - ${days} * 86400`

const COLUMNS = ['id', 'xid', 'seq', 'partner_id', 'type', 'subject', 'shipment_id', 'created_at']

const readRows = async (client: Client, name: string, after: Place): Promise<Read[]> =>
  (
    await client.query<Read>(
      `select id, partner_id, type, subject, body, xid::text, seq::text from ${name}
        where (partner_id, xid, seq) > ($1, $2::xid8, $3::bigint) order by ${['partner_id', 'xid', 'seq'].map((one) => `${name}.${one}`)} limit ${BATCH}`,
      after,
    )
  ).rows

/**
 * Returns the event's line for an object. Returns null if the row stays unchanged, either because it is already archived or because readers
 * could not verify the line.
 */
const lineOf = (row: Read): string | null => {
  if (isArchived(row.body)) return null
  const text = eventBody(row)
  return text.includes('\n') || !text.includes(row.id) || text.length > FULL_BYTES / 4 ? null : text
}

/** Groups rows into objects. `taken` is the number of leading rows that the objects cover. */
const stretchesOf = (rows: readonly Read[]): { stretches: Stretch[]; taken: number } => {
  const stretches: Stretch[] = []
  let bytes = 0
  let begin = 0
  for (const [i, row] of rows.entries()) {
    const isOther = row.partner_id !== rows[begin]?.partner_id
    if (i === 0 || isOther || bytes >= FULL_BYTES) {
      if (stretches.length === MAX_OBJECTS) return { stretches, taken: i }
      stretches.push({ ids: [], lines: [] })
      ;[bytes, begin] = [0, i]
    }
    const line = lineOf(row)
    if (line === null) continue
    const stretch = stretches.at(-1) as Stretch
    stretch.ids.push(row.id)
    stretch.lines.push(line)
    bytes += Buffer.byteLength(line)
  }
  // The last group may be incomplete. The next step reads it again with more rows.
  if (rows.length === BATCH && stretches.length > 1) return { stretches: stretches.slice(0, -1), taken: begin }
  return { stretches, taken: rows.length }
}

const begin = ({ from_xid, to_xid }: Closed): string => `
  drop table if exists ${NEXT};
  create table ${NEXT} (like events including defaults including indexes, primary key (id),
    constraint ${CHECK} check (xid >= '${from_xid}' and xid < '${to_xid}'));
  update event_partitions set archive_done = array['${START.join("','")}'] where to_xid = '${to_xid}' and archive_done is null`

const COPY = (name: string): string => `
  insert into ${NEXT} (${COLUMNS}, body)
  select ${COLUMNS.map((column) => `e.${column}`)}, coalesce(a.body, e.body)
    from ${name} e left join unnest($7::text[], $8::text[]) a (id, body) on a.id = e.id
   where (e.partner_id, e.xid, e.seq) > ($1, $2::xid8, $3::bigint) and (e.partner_id, e.xid, e.seq) <= ($4, $5::xid8, $6::bigint)
   order by e.partner_id, e.xid, e.seq`

/** The database did not have the expected state. The step was rolled back. */
class Changed extends Error {}

/** Changes exactly one row, or throws Changed. */
const changeOne = async (client: Client, text: string, values: unknown[]): Promise<void> => {
  if ((await client.query(text, values)).rowCount !== 1) throw new Changed(`one row was expected to change: ${text}`)
}

/** Records that the object with these events is needed. Returns the new `body` of each row. */
const noteObject = async (client: Client, to_xid: string, { id, version }: ObjectRow, { lines }: Stretch): Promise<string[]> => {
  await changeOne(client, 'update objects set remove_after = null, version = version + 1 where id = $1 and version = $2', [id, version])
  const { rows } = await client.query<{ number: number }>(
    'insert into event_archives (object_id, to_xid, events) values ($1, $2::xid8, $3) returning number',
    [id, to_xid, lines.length],
  )
  return lines.map((_, line) => archivedBody(Number(rows[0]?.number), line))
}

const bounds = async (client: Client, name: string): Promise<string> => {
  const { rows } = await client.query<{ bounds: string | null }>(
    `select pg_get_expr(c.relpartbound, c.oid) as bounds from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where c.oid = to_regclass($1) and i.inhparent = 'events'::regclass`,
    [name],
  )
  if (!rows[0]?.bounds) throw new Changed(`${name} is not a partition of events`)
  return rows[0].bounds
}

/**
 * Compares the event counts. One comparison is enough, because neither table changes afterward. Reading blocks nobody, so there is no time
 * limit.
 */
const checkCopied = (client: Client, { name }: Closed): Promise<void> =>
  inTransaction(client, async () => {
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<{ before: string; after: string }>(
      `select (select count(*) from ${name}) as before, (select count(*) from ${NEXT}) as after`,
    )
    if (rows[0]?.before !== rows[0]?.after) throw new Changed(`${name} has ${rows[0]?.before} events, but ${rows[0]?.after} were copied`)
  })

/** Replaces the partition with the complete table. */
const replace = async (client: Client, { name, from_xid, to_xid }: Closed): Promise<void> => {
  const place = await bounds(client, name)
  await inTransaction(client, async () => {
    await client.query(`${ALONE}; alter table events detach partition ${name}; alter table events attach partition ${NEXT} ${place}`)
    await changeOne(
      client,
      `update event_partitions set archived_at = now(), archive_done = null, name = $2 where to_xid = $1::xid8 and archive_done is not null`,
      [to_xid, `events_archived_${from_xid}`],
    )
    // The exclusive lock has kept readers away from the old table.
    await client.query(
      `drop table ${name}; alter table ${NEXT} drop constraint ${CHECK}; alter table ${NEXT} rename to events_archived_${from_xid}`,
    )
  })
}

export class EventArchiver {
  readonly #db: Database
  readonly #objects: Objects
  readonly #log: Logger
  readonly #days: number
  readonly #loop = new BackgroundLoop()
  /** `to_xid` of the partition whose copy is verified as complete. */
  #copied: string | null = null

  /** `days`: a partition is archived this many days after it was closed. */
  constructor(db: Database, objects: Objects, log: Logger, days: number) {
    this.#db = db
    this.#objects = objects
    this.#log = log
    this.#days = days
  }

  /** Runs until `stop` is called. `onArchived` gets the number of events archived by each step. */
  run(onArchived: (count: number) => void): Promise<void> {
    const pass = async () => {
      while (!this.#loop.stopped && (await this.archiveSome(onArchived)));
    }
    return this.#loop.run(REST_MS, pass, (err) => this.#log.error({ err }, 'events not archived'))
  }

  stop(): void {
    this.#loop.stop()
  }

  /** Returns whether more work is due now. */
  async archiveSome(onArchived: (count: number) => void = () => {}): Promise<boolean> {
    let isMore = false
    try {
      await alone(
        this.#db,
        async (client) => {
          for (let steps = 0; steps < STEPS && !this.#loop.stopped; steps++) {
            isMore = await this.#step(client, onArchived)
            if (!isMore) return
            await this.#loop.rest(BETWEEN_STEPS_MS)
          }
        },
        LOCK,
      )
    } catch (error) {
      if (!(error instanceof ObjectsAway)) throw error
      warnOfOutage(this.#log, { reason: error.message }, 'events not archived')
      return false
    }
    return isMore
  }

  async #step(client: Client, onArchived: (count: number) => void): Promise<boolean> {
    const [due] = (await client.query<Closed>(DUE, [this.#days])).rows
    if (!due) return false
    if (due.first_id === null) {
      await client.query('update event_partitions set archived_at = now() where to_xid = $1::xid8', [due.to_xid])
      return true
    }
    if (due.archive_done === null) {
      await inTransaction(client, () => client.query(begin(due)))
      return true
    }
    const rows = await readRows(client, due.name, due.archive_done)
    if (rows.length > 0) {
      onArchived(await this.#archive(client, due, rows))
      return true
    }
    if (this.#copied !== due.to_xid) {
      await checkCopied(client, due)
      await client.query(`analyze ${NEXT}`)
      this.#copied = due.to_xid
    }
    let isDone = false
    await unlessInUse(this.#log, 'events', async () => {
      await replace(client, due)
      isDone = true
    })
    if (isDone) this.#log.info({ partition: due.name }, 'events of a partition archived')
    return isDone
  }

  /** Returns the number of events moved into objects. */
  async #archive(client: Client, due: Closed, rows: readonly Read[]): Promise<number> {
    const { stretches, taken } = stretchesOf(rows)
    const full = stretches.filter(({ lines }) => lines.length > 0)
    const objects: ObjectRow[] = []
    for (const { lines } of full) objects.push(await this.#put(lines))
    const { partner_id, xid, seq } = rows[taken - 1] as Read
    const last: Place = [partner_id, xid, seq]
    const after = due.archive_done as Place
    await inTransaction(client, async () => {
      const bodies: string[] = []
      for (const [i, stretch] of full.entries()) bodies.push(...(await noteObject(client, due.to_xid, objects[i] as ObjectRow, stretch)))
      const ids = full.flatMap((stretch) => stretch.ids)
      const { rowCount } = await client.query(COPY(due.name), [...after, ...last, ids, bodies])
      if (rowCount !== taken) throw new Changed(`${taken} events were read, but ${rowCount} were copied`)
      await changeOne(client, 'update event_partitions set archive_done = $3 where to_xid = $1::xid8 and archive_done = $2::text[]', [
        due.to_xid,
        after,
        last,
      ])
    })
    return full.reduce((sum, { lines }) => sum + lines.length, 0)
  }

  /** The object is about to be the only copy, so it is read back. */
  async #put(lines: readonly string[]): Promise<ObjectRow> {
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    const object = await putLoose(this.#db, this.#objects, FOLDER, (await promisify(gzip)(text)) as Buffer)
    if (!(await uncompressed(await this.#objects.get(object))).equals(text))
      throw new ObjectDamaged(`${object.id} differs from the bytes that were stored`)
    return object
  }
}
