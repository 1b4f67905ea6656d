import type { SweepRow } from '@backhaul/core/sweep.ts'

/** The sweep as the API shows it (docs/guide/counters.md#sweeps). */
export const sweepResource = (row: SweepRow) => ({
  id: row.id,
  object: 'sweep',
  store_id: row.store_id,
  store: row.store,
  sweep_date: row.sweep_date,
  dp: row.carrier,
  status: row.status,
  created_at: row.created_at,
  closed_at: row.closed_at,
})
