// The tables that are in partitions by ranges of real time (platform/partitions.ts).
import { deliveryIdOf, deliveryMade_ms } from '../platform/ids.ts'
import { idBounds, type PartitionedTable, timeBounds } from '../platform/partitions.ts'

const DAY_MS = 86_400_000
export const SKIPPED_DAYS = 30
/** From a delivery's first attempt to the last of its schedule (schedule.ts), if its receiver asks for the longest waits. */
export const SCHEDULE_DAYS = 7
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
  // Like those of the table of before partitions (migrations/0001_initial.sql).
  options: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1',
  // That of the table says 50, which PostgreSQL cannot change of an index that is partitioned; decision 560.
  key: 'primary key (id) with (fillfactor = 90)',
  // It waits to be sent, or was skipped and can still be recovered.
  keeps: (partition) => `(
    exists (select from ${partition} where status = 'pending')
    or exists (select from ${partition} where status = 'skipped' and created_at > now() - interval '${SKIPPED_DAYS} days'))`,
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
  keeps: (partition, days) => `exists (
    select from (select recorded_at from ${partition} order by id desc limit 1) last
     where recorded_at > now() - interval '${days - SCHEDULE_DAYS} days')`,
}

/** All scans of a shipment are in one partition, whenever they come. They are kept for good. */
export const SCANS: PartitionedTable = {
  name: 'scans',
  column: 'shipment_id',
  // Few partitions, since all that there ever were stay: 52 weeks each.
  period_ms: 364 * DAY_MS,
  ...idBounds('shipment'),
  options: null,
  key: null,
  keeps: null,
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
  keeps: (partition) => `(
    select max(created_at) >= ${KEYS_GONE_BEFORE} or ${KEYS_GONE_BEFORE} > now() - interval '${IDEMPOTENCY_DAYS} days' from ${partition})`,
}

export const PARTITIONED: readonly PartitionedTable[] = [DELIVERIES, ATTEMPTS, SCANS, ANSWERS]
