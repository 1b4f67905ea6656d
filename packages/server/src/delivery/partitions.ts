// The tables that are in partitions by ranges of real time (database/partitions.ts).
import { IN_NETWORK } from '@backhaul/core/transitions.ts'
import { idBounds, type PartitionedTable, timeBounds } from '../database/partitions.ts'
import { deliveryIdOf, deliveryMade_ms, idAt } from '../process/ids.ts'

const DAY_MS = 86_400_000
export const SKIPPED_DAYS = 30
/** From a delivery's first attempt to the last of its schedule (schedule.ts), if its receiver asks for the longest waits. */
export const SCHEDULE_DAYS = 7

/** Partners are promised that a repetition within this time is no second command (docs/guide/requests.md#idempotency). */
export const IDEMPOTENCY_DAYS = 7
/** The moment from before which no idempotency key is left (delivery/retention.ts), in SQL. */
export const KEYS_GONE_BEFORE = `(select done_to::timestamptz from upkeep_marks where task = 'idempotency_keys')`

export const DELIVERIES: PartitionedTable = {
  name: 'deliveries',
  column: 'id',
  // Few partitions: what looks for what is due looks into each of them.
  period_ms: 28 * DAY_MS,
  boundAt: deliveryIdOf,
  madeAt_ms: deliveryMade_ms,
  // As for the partition for all others (migrations/0011_webhooks.sql).
  options: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1',
  // That of the table says 50, which PostgreSQL cannot change of an index that is partitioned.
  key: 'primary key (id) with (fillfactor = 90)',
  // It waits to be sent, or was skipped and can still be recovered.
  keeps: ({ name }) => `(
    exists (select from ${name} where status = 'pending')
    or exists (select from ${name} where status = 'skipped' and created_at > now() - interval '${SKIPPED_DAYS} days'))`,
  emptied: null,
}

/** All attempts of a delivery are in one partition, whenever they were made. */
export const ATTEMPTS: PartitionedTable = {
  name: 'delivery_attempts',
  column: 'delivery_id',
  // Whoever reads or writes looks into one only, and what receivers answered is long.
  period_ms: 14 * DAY_MS,
  boundAt: deliveryIdOf,
  madeAt_ms: deliveryMade_ms,
  options: null,
  key: null,
  // Their ids are in the order in which they were recorded.
  keeps: ({ name }, days) => `exists (
    select from (select recorded_at from ${name} order by id desc limit 1) last
     where recorded_at > now() - interval '${days - SCHEDULE_DAYS} days')`,
  // A delivery is there for longer, and can be sent again.
  emptied: () => [],
}

/** Where it is written how far retention is through rows that it looks at one after the other. */
export const PROGRESS = 'upkeep_marks'

/**
 * SQL: whether scans of these shipments (`among`, a condition on their id) stay. One of them needs its history: it is in the network, a counter
 * refused it and may yet take it, or a claim or a dispute about it is open. One that nobody has had has no scans to lose, and is not asked
 * about. Or others went within a day: each time, documents that they named follow an hour later, one look through them all.
 *
 * What it costs does not grow with the history: the entries of an index for each parcel in the network (`shipments_unmoved`, fifty or more to
 * a page), and for each refused one (`shipments_by_state`); a descent for a claim (`claims_one_open`); the disputes that are open. They are
 * counted, as for the first of them PostgreSQL would rather read the shipments of a year.
 */
export const scansStay = (among: (column: string) => string): string => `(
  exists (select from ${PROGRESS} where task = 'scans_gone' and done_to::timestamptz between now() - interval '1 day' and now())
  or (select count(*) from shipments where status in (${IN_NETWORK.map((status) => `'${status}'`).join(', ')}) and ${among('id')}) > 0
  or (select count(*) from partners p cross join lateral (select from shipments s
        where s.partner_id = p.id and s.status = 'rejected' and s.expires_at > now() and ${among('s.id')} limit 1) refused) > 0
  or exists (select from claims where status = 'open' and ${among('shipment_id')})
  or (select count(*) from adjustments where dispute_status = 'open' and ${among('shipment_id')}) > 0)`

/** All scans of a shipment are in one partition, whenever they come. */
export const SCANS: PartitionedTable = {
  name: 'scans',
  column: 'shipment_id',
  // Few partitions, since most services keep all that there ever were: 52 weeks each.
  period_ms: 364 * DAY_MS,
  ...idBounds('shipment'),
  options: null,
  key: null,
  keeps: ({ from_ms, to_ms }) =>
    scansStay(
      (column) => `${from_ms === null ? '' : `${column} >= '${idAt('shipment', from_ms)}' and `}${column} < '${idAt('shipment', to_ms)}'`,
    ),
  // Retention goes through the documents that they named, from the first scan on; an hour later, as kinds/documents/queries.ts has it.
  emptied: (partition) => [
    `insert into ${PROGRESS} (task, done_to) select 'document_uses', left(id, -1) from (select id from ${partition} order by id limit 1) first
       on conflict (task) do update set done_to = least(${PROGRESS}.done_to, excluded.done_to)`,
    `insert into ${PROGRESS} (task, done_to) values ('scans_gone', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
       on conflict (task) do update set done_to = excluded.done_to`,
  ],
}

export const ANSWERS: PartitionedTable = {
  name: 'answers',
  column: 'created_at',
  period_ms: 7 * DAY_MS,
  ...timeBounds,
  // They do not change, and go with their partition before anybody would have to freeze them.
  options: 'autovacuum_vacuum_insert_threshold = -1',
  key: null,
  // A key may be left that it is the answer of. A mark that is ahead was set by a clock that was.
  keeps: ({ name }) => `(
    select max(created_at) >= ${KEYS_GONE_BEFORE} or ${KEYS_GONE_BEFORE} > now() - interval '${IDEMPOTENCY_DAYS} days' from ${name})`,
  emptied: null,
}

export const PARTITIONED: readonly PartitionedTable[] = [DELIVERIES, ATTEMPTS, SCANS, ANSWERS]
