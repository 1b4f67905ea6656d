// The tables that are partitioned by ranges of real time (database/partitions.ts).
import { IN_NETWORK } from '@backhaul/core/transitions.ts'
import { idBounds, type PartitionedTable, timeBounds } from '../database/partitions.ts'
import { deliveryIdOf, deliveryMade_ms, idAt } from '../process/ids.ts'

const DAY_MS = 86_400_000
export const SKIPPED_DAYS = 30
/** Maximum time from a delivery's first attempt to the last of its schedule (schedule.ts), if its receiver asks for the longest waits. */
export const SCHEDULE_DAYS = 7

/** Partners are promised that a request repeated within this time does not run twice (docs/guide/requests.md#idempotency). */
export const IDEMPOTENCY_DAYS = 7
/** SQL: the moment before which all idempotency keys were removed (delivery/retention.ts). */
export const KEYS_DELETED_BEFORE = `(select done_to::timestamptz from upkeep_marks where task = 'idempotency_keys')`

export const DELIVERIES: PartitionedTable = {
  name: 'deliveries',
  column: 'id',
  // Few partitions, because every search for due deliveries probes each of them.
  period_ms: 28 * DAY_MS,
  boundAt: deliveryIdOf,
  madeAt_ms: deliveryMade_ms,
  // The same options as those of the default partition (migrations/0011_webhooks.sql).
  options: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1',
  // The primary key of the table has fill factor 50, and PostgreSQL cannot change that of a partitioned index.
  key: 'primary key (id) with (fillfactor = 90)',
  // Keeps deliveries that wait to be sent, and skipped ones that can still be recovered.
  keeps: ({ name }) => `(
    exists (select from ${name} where status = 'pending')
    or exists (select from ${name} where status = 'skipped' and created_at > now() - interval '${SKIPPED_DAYS} days'))`,
  emptied: null,
}

/** All attempts of a delivery are in one partition, regardless of their time. */
export const ATTEMPTS: PartitionedTable = {
  name: 'delivery_attempts',
  column: 'delivery_id',
  // Short ranges, because the stored answers are long. Every read and write probes only one partition.
  period_ms: 14 * DAY_MS,
  boundAt: deliveryIdOf,
  madeAt_ms: deliveryMade_ms,
  options: null,
  key: null,
  // The ids follow the order in which attempts were recorded, so the highest id belongs to the latest record.
  keeps: ({ name }, days) => `exists (
    select from (select recorded_at from ${name} order by id desc limit 1) last
     where recorded_at > now() - interval '${days - SCHEDULE_DAYS} days')`,
  // Partitions are emptied, not dropped: a delivery exists for longer than its attempts and can be sent again.
  emptied: () => [],
}

/** Table with the progress of retention in tables whose rows it checks one by one. */
export const PROGRESS = 'upkeep_marks'

/**
 * SQL: whether the scans of these shipments must stay (`among`: a condition on the shipment's id).
 *
 * Scans stay while one of the shipments needs its history: it is in the network, a counter refused it and may still accept it, or a claim
 * or dispute about it is open. A shipment that was never handed over has no scans and is not checked. Scans also stay if others were
 * removed within the last day: documents that only the removed scans named are removed an hour later, in one pass for all.
 *
 * The cost does not grow with the history. It consists of the index entries of each parcel in the network (`shipments_unmoved`, fifty or
 * more to a page) and of each refused one (`shipments_by_state`), one index descent for a claim (`claims_one_open`), and the open disputes.
 * The conditions use count(*), because for `exists` PostgreSQL would prefer to read a year of shipments.
 */
export const scansStay = (among: (column: string) => string): string => `(
  exists (select from ${PROGRESS} where task = 'scans_gone' and done_to::timestamptz between now() - interval '1 day' and now())
  or (select count(*) from shipments where status in (${IN_NETWORK.map((status) => `'${status}'`).join(', ')}) and ${among('id')}) > 0
  or (select count(*) from partners p cross join lateral (select from shipments s
        where s.partner_id = p.id and s.status = 'rejected' and s.expires_at > now() and ${among('s.id')} limit 1) refused) > 0
  or exists (select from claims where status = 'open' and ${among('shipment_id')})
  or (select count(*) from adjustments where dispute_status = 'open' and ${among('shipment_id')}) > 0)`

/** All scans of a shipment are in one partition, regardless of their time. */
export const SCANS: PartitionedTable = {
  name: 'scans',
  column: 'shipment_id',
  // Few partitions of 52 weeks each, since most services keep all their scans.
  period_ms: 364 * DAY_MS,
  ...idBounds('shipment'),
  options: null,
  key: null,
  keeps: ({ from_ms, to_ms }) =>
    scansStay(
      (column) => `${from_ms === null ? '' : `${column} >= '${idAt('shipment', from_ms)}' and `}${column} < '${idAt('shipment', to_ms)}'`,
    ),
  // An hour later, retention checks the documents that the scans in this partition named, starting with the first scan
  // (kinds/documents/queries.ts).
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
  // Rows never change and are dropped with their partition before they need freezing, so inserts need no vacuum.
  options: 'autovacuum_vacuum_insert_threshold = -1',
  key: null,
  // Keeps answers whose idempotency key may still exist. KEYS_DELETED_BEFORE is normally at least IDEMPOTENCY_DAYS ago. A later time was
  // set by a clock that was ahead, so it is not trusted.
  keeps: ({ name }) => `(
    select max(created_at) >= ${KEYS_DELETED_BEFORE} or ${KEYS_DELETED_BEFORE} > now() - interval '${IDEMPOTENCY_DAYS} days' from ${name})`,
  emptied: null,
}

export const PARTITIONED: readonly PartitionedTable[] = [DELIVERIES, ATTEMPTS, SCANS, ANSWERS]
