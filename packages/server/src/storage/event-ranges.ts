// Where in `events` something is, so that a statement looks into one or two of its partitions, however many there are.
//
// Events are partitioned by the ids of the transactions that wrote them. A partition is closed when all transactions that could add to it
// have ended: then it never changes, and `event_partitions` says what it has (event-partitions.ts). Whatever follows the last closed one is
// open. Nothing here depends on clocks, nor on which partitions there are: who knows fewer of the closed ones than there are looks into more
// partitions, and finds the same.
import type { Database } from '../database/db.ts'

/** SQL: a place in the feed before which nothing can appear any more, and one behind all that have an id. restored-feed.ts has `feed_xid`. */
export const HORIZON = 'feed_xid(pg_snapshot_xmin(pg_current_snapshot()))'
export const NEXT = 'feed_xid(pg_snapshot_xmax(pg_current_snapshot()))'

/** SQL: the first transaction whose events are in no closed partition. */
const OPEN_FROM = "(select coalesce(max(to_xid), '0') from event_partitions)"

/**
 * SQL, to select from: the event with this id (SQL), with these columns. It is looked for in what is open, and then in those of the closed
 * partitions whose ids go from below it to above. What is said of `xid` is said with `or`, so that it picks partitions but fits no index:
 * for a table that is empty when a statement is planned, PostgreSQL would take any index instead of that of the ids.
 */
export const eventById = (columns: string, id: string): string => `(
  (select ${columns} from events where id = ${id} and (xid = ${OPEN_FROM} or xid > ${OPEN_FROM}) offset 0)
  union all
  (select ${columns.replaceAll(/\w+/g, 'e.$&')} from event_partitions r cross join lateral (
     select ${columns} from events where id = ${id} and (xid = r.from_xid or (xid > r.from_xid and xid < r.to_xid)) offset 0) e
    where ${id} between r.first_id and r.last_id)
  limit 1)`

/** SQL, on `events`: what is true of all events of this shipment (SQL). Closed partitions that have none of it, nor of later ones, are passed. */
export const inShipmentsTime = (shipment: string): string => `
  xid >= coalesce((select min(from_xid) from event_partitions where last_shipment_id >= ${shipment}), ${OPEN_FROM})`

/** Of the order of the feed, from this transaction (null: from its beginning) to below this one (null: to its end). */
export interface FeedRange {
  from: string | null
  to: string | null
}

/** Where closed partitions end, ascending. */
type Edges = readonly bigint[]

const KNOWN_FOR_MS = 60_000
const known = new WeakMap<Database, { read_ms: number; edges: Edges }>()

/** As this process last read them: more may be closed by now. */
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
 * The partition to begin with and all that follows it, for who reads from the transaction `start` (null: from the very end of that direction)
 * to the transaction `end` (null: as far as there is something). Two ranges at most: a page is nearly always in the first.
 */
export const rangesFrom = (edges: Edges, start: string | null, end: string | null, isBackward: boolean): FeedRange[] => {
  const at = start === null ? (isBackward ? edges.length : 0) : edges.filter((edge) => edge <= BigInt(start)).length
  const from = edges[at - 1]?.toString() ?? null
  const to = edges[at]?.toString() ?? null
  const next = isBackward ? from : to
  const isAll = next === null || (end !== null && (isBackward ? BigInt(end) >= BigInt(next) : BigInt(end) < BigInt(next)))
  return [{ from, to }, ...(isAll ? [] : [isBackward ? { from: null, to: next } : { from: next, to: null }])]
}
