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
    description: 'Newest first, without their members. Filters combine.',
    filters: {
      carrier: Text(50, 'Of the carrier with this code'),
      status: Type.Enum([...CONSOLIDATION_STATUSES]),
      facility: Text(50, 'At the facility with this code'),
      store_id: IdText('At this store'),
      date: LocalDate('On this store-local day'),
      member: IdText('With this tender or sweep in it'),
    },
    page: 'A page of consolidations',
    item: ConsolidationListed,
  },
  ({ service }, part, filters) => list(service.db, part, filters),
  consolidationListed,
)
