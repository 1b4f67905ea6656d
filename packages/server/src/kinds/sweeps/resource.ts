import type { SweepRow } from '@backhaul/core/sweep.ts'
import { showAs } from '../../http/show-as.ts'
import { SweepOut } from './schema.ts'

/** The sweep as the API shows it (docs/guide/counters.md#sweeps). */
export const sweepResource = (row: SweepRow) => showAs(SweepOut, row, { dp: row.carrier })
