// The tables that are in partitions by ranges of real time (platform/partitions.ts).
import { deliveryIdOf, deliveryMade_ms } from '../platform/ids.ts'
import type { PartitionedTable } from '../platform/partitions.ts'

const DAY_MS = 86_400_000
export const SKIPPED_DAYS = 30

export const DELIVERIES: PartitionedTable = {
  name: 'deliveries',
  column: 'id',
  // Few partitions: what looks for what is due looks into each of them.
  period_ms: 28 * DAY_MS,
  boundAt: deliveryIdOf,
  madeAt_ms: deliveryMade_ms,
  // Like those of the table of before partitions (migrations/0001_initial.sql).
  options: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1',
  // It waits to be sent, or was skipped and can still be recovered.
  keeps: (partition) => `(
    exists (select from ${partition} where status = 'pending')
    or exists (select from ${partition} where status = 'skipped' and created_at > now() - interval '${SKIPPED_DAYS} days'))`,
}

export const PARTITIONED: readonly PartitionedTable[] = [DELIVERIES]
