import type { Status } from '@backhaul/core/shipment.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import { showAs } from '../../http/show-as.ts'
import { TenderOut } from './schema.ts'

/** The tender as the API shows it, with the current statuses of its members (docs/guide/counters.md#tenders). */
export const tenderResource = (row: TenderRow, statuses: ReadonlyMap<string, Status>) =>
  showAs(TenderOut, row, { shipments: row.shipment_ids.map((id) => ({ id, status: statuses.get(id) })) })
