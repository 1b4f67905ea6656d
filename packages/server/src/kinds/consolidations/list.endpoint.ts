import { CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText, LocalDate, Text } from '../../http/schemas.ts'
import { listConsolidations as list } from './queries.ts'
import { consolidationListed } from './resource.ts'
import { ConsolidationListed } from './schema.ts'

export const listConsolidations = pagedList(
  {
    ...OPS,
    path: '/v2/ops/consolidations',
    summary: 'List consolidations',
    description: 'Lists consolidations, newest first, without their members. Filters combine.',
    filters: {
      carrier: Text(50, 'Only consolidations of the carrier with this code'),
      status: Type.Enum([...CONSOLIDATION_STATUSES]),
      facility: Text(50, 'Only consolidations at the facility with this code'),
      store_id: IdText('Only consolidations at this store'),
      date: LocalDate('Only consolidations on this store-local day'),
      member: IdText('Only consolidations with this tender or sweep'),
    },
    page: 'A page of consolidations',
    item: ConsolidationListed,
  },
  ({ service }, part, filters) => list(service.db, part, filters),
  consolidationListed,
)
