import type { AdjustmentRow } from '@backhaul/core/adjustment.ts'
import { showAs } from '../../http/show-as.ts'
import { AdjustmentOut } from './schema.ts'

/** The adjustment as the API shows it (docs/guide/money.md#adjustments). */
export const adjustmentResource = (row: AdjustmentRow) => showAs(AdjustmentOut, row)
