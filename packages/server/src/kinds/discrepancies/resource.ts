import type { DiscrepancyRow } from '@backhaul/core/discrepancy.ts'
import { showAs } from '../../http/show-as.ts'
import { parcelResource } from '../shipments/resource.ts'
import { DiscrepancyOut } from './schema.ts'

export const discrepancyResource = (row: DiscrepancyRow) =>
  showAs(DiscrepancyOut, row, { declared: parcelResource(row.declared), observed: parcelResource(row.observed) })
