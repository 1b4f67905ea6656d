import type { PickupRow } from '@backhaul/core/pickup.ts'
import { showAs } from '../../http/show-as.ts'
import { PickupOut } from './schema.ts'

/** The pickup as the API shows it (docs/guide/counters.md#pickups). */
export const pickupResource = (row: PickupRow) => showAs(PickupOut, row, { confirmation_code: row.confirmation })
