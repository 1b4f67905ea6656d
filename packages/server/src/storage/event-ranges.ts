// Locates events, so that a statement reads one or two partitions, however many there are.
//
// Events are partitioned by the ids of the transactions that wrote them. A partition is closed when all transactions that could add to it
// have ended. It then never changes, and `event_partitions` records its contents (event-partitions.ts). Everything after the last closed
// partition is open. Results depend neither on clocks nor on which closed partitions a process knows: a process that knows fewer of them
// reads more partitions, but finds the same events.
import type { Database } from '../database/db.ts'

/**
 * SQL: HORIZON is the feed position before which no new event can appear. NEXT is the position after all transactions that have an id.
 * restored-feed.ts describes `feed_xid`.
 */
export const HORIZON = 'feed_xid(pg_snapshot_xmin(pg_current_snapshot()))'
export const NEXT = 'feed_xid(pg_snapshot_xmax(pg_current_snapshot()))'

/** SQL: the first transaction after the closed partitions. */
const OPEN_FROM = "(select coalesce(max(to_xid), '0') from event_partitions)"

/**
 * SQL for a `from` clause: the given columns of the event with this id (`id` is SQL too). Searches the open range, then the closed
 * partitions whose range of ids includes the id. Conditions on `xid` use `or`, so they select partitions but match no index. Otherwise
 * PostgreSQL might choose another index than that of the ids if the table is empty at planning time.
 */
export const eventById = (columns: string, id: string): string => `(
  (select ${columns} from events where id = ${id} and (xid = ${OPEN_FROM} or xid > ${OPEN_FROM}) offset 0)
  union all
  (select ${columns.replaceAll(/\w+/g, 'e.$&')} from event_partitions r cross join lateral (
     select ${columns} from events where id = ${id} and (xid = r.from_xid or (xid > r.from_xid and xid < r.to_xid)) offset 0) e
    where ${id} between r.first_id and r.last_id)
  limit 1)`

/**
 * SQL condition on `events` that is true for all events of this shipment (`shipment` is SQL too). It skips closed partitions that are older
 * than the shipment.
 */
export const inShipmentsTime = (shipment: string): string => `
  xid >= coalesce((select min(from_xid) from event_partitions where last_shipment_id >= ${shipment}), ${OPEN_FROM})`

/** A range of the feed, from transaction `from` (null: the beginning) to before transaction `to` (null: the end). */
export interface FeedRange {
  from: string | null
  to: string | null
}

/** Ends of the closed partitions, ascending. */
type Edges = readonly bigint[]

const KNOWN_FOR_MS = 60_000
const known = new WeakMap<Database, { read_ms: number; edges: Edges }>()

/** Returns the ends of closed partitions as this process last read them. More partitions may be closed by now. */
export const closedEdges = async (db: Database): Promise<Edges> => {
  const before = known.get(db)
  if (before && performance.now() - before.read_ms < KNOWN_FOR_MS) return before.edges
  const rows = await db.query<{ to_xid: string }>(
    'event_partitions',
    'select to_xid::text from event_partitions order by event_partitions.to_xid',
  )
  const edges = rows.map(({ to_xid }) => BigInt(to_xid))
  known.set(db, { read_ms: performance.now(), edges })
  return edges
}

/**
 * Returns at most two ranges: first the partition to start with, then everything that follows it. A page is nearly always in the first
 * range. `start`: transaction to read from (null: the beginning of the feed, or its end if `isBackward` is set). `end`: transaction to read
 * to (null: no limit).
 */
export const rangesFrom = (edges: Edges, start: string | null, end: string | null, isBackward: boolean): FeedRange[] => {
  const at = start === null ? (isBackward ? edges.length : 0) : edges.filter((edge) => edge <= BigInt(start)).length
  const from = edges[at - 1]?.toString() ?? null
  const to = edges[at]?.toString() ?? null
  const next = isBackward ? from : to
  const isAll = next === null || (end !== null && (isBackward ? BigInt(end) >= BigInt(next) : BigInt(end) < BigInt(next)))
  return [{ from, to }, ...(isAll ? [] : [isBackward ? { from: null, to: next } : { from: next, to: null }])]
}
