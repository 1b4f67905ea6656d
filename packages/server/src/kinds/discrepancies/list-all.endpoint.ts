import { DISCREPANCY_REASONS, STAGES } from '@backhaul/core/discrepancy.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint, ownerShown, readOwned, tenant } from '../../http/endpoint.ts'
import { IdText, ListOf, OwnerFilter, Paging } from '../../http/schemas.ts'
import { listDiscrepancies as list } from './queries.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'

const CSV = { csv: new Csv(DiscrepancyOut), name: 'discrepancies' }

export const listDiscrepancies = endpoint(
  {
    method: 'GET',
    path: '/v2/discrepancies',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Discrepancies',
    summary: 'List discrepancies',
    description: 'Newest first. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        shipment_id: Type.Optional(IdText('Only about this shipment')),
        stage: Type.Optional(Type.Enum([...STAGES], { description: 'Found at this stage' })),
        reason: Type.Optional(
          Type.Enum([...DISCREPANCY_REASONS], { description: 'Only discrepancies that the service opened for this reason' }),
        ),
        store_id: Type.Optional(IdText('Found by this counter')),
        chargeable: Type.Optional(Type.Enum(['true', 'false'], { description: 'Whether the difference is charged' })),
        ...OwnerFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of discrepancies', schema: ListOf(DiscrepancyOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { partner_id, ...filters }) =>
        readOwned(tenant(context), partner_id, (own) => list(context.service.db, { tenant: own, ...part }, filters)),
      (row) => ({ ...discrepancyResource(row), ...ownerShown(context, row) }),
    ),
)
