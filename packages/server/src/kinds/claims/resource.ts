import type { ClaimRow } from '@backhaul/core/claim.ts'
import { showAs } from '../../http/show-as.ts'
import { ClaimOut } from './schema.ts'

/** The claim as the API shows it (docs/guide/money.md#claims). */
export const claimResource = (row: ClaimRow) => showAs(ClaimOut, row)
