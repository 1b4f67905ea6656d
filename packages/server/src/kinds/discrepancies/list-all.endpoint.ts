import { DISCREPANCY_REASONS, STAGES } from '@backhaul/core/discrepancy.ts'
import { Type } from 'typebox'
import { ownedList } from '../../http/list-endpoint.ts'
import { IdText, OwnerFilter } from '../../http/schemas.ts'
import { listDiscrepancies as list } from './queries.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'

export const listDiscrepancies = ownedList(
  {
    path: '/v2/discrepancies',
    scope: 'shipments:read',
    tag: 'Discrepancies',
    summary: 'List discrepancies',
    description: 'Lists discrepancies, newest first. Filters combine.',
    filters: {
      shipment_id: IdText('Only discrepancies about this shipment'),
      stage: Type.Enum([...STAGES], { description: 'Only discrepancies found at this stage' }),
      reason: Type.Enum([...DISCREPANCY_REASONS], { description: 'Only discrepancies that the service opened for this reason' }),
      store_id: IdText('Only discrepancies found by this counter'),
      chargeable: Type.Enum(['true', 'false'], { description: 'Whether the difference is charged' }),
      ...OwnerFilter,
    },
    page: 'A page of discrepancies',
    item: DiscrepancyOut,
    csv: 'discrepancies',
  },
  ({ db }, window, filters) => list(db, window, filters),
  discrepancyResource,
)
