import { CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, LocalDate, Paging, Text } from '../../http/schemas.ts'
import { listConsolidations as list } from './queries.ts'
import { consolidationListed } from './resource.ts'
import { ConsolidationListed } from './schema.ts'

export const listConsolidations = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/consolidations',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List consolidations',
    description: 'Newest first, without their members. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        carrier: Type.Optional(Text(50, 'Of the carrier with this code')),
        status: Type.Optional(Type.Enum([...CONSOLIDATION_STATUSES])),
        facility: Type.Optional(Text(50, 'At the facility with this code')),
        store_id: Type.Optional(IdText('At this store')),
        date: Type.Optional(LocalDate('On this store-local day')),
        member: Type.Optional(IdText('With this tender or sweep in it')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of consolidations', schema: ListOf(ConsolidationListed) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => pageOf(query, (part, filters) => list(service.db, part, filters), consolidationListed),
)
