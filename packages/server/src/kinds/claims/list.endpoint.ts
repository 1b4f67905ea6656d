import { CLAIM_STATUSES, CLAIM_TYPES } from '@backhaul/core/claim.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint, tenant } from '../../http/endpoint.ts'
import { IdText, ListOf, Order, Paging } from '../../http/schemas.ts'
import { listClaims as list } from './queries.ts'
import { claimResource } from './resource.ts'
import { ClaimOut } from './schema.ts'

const CSV = { csv: new Csv(ClaimOut), name: 'claims' }

export const listClaims = endpoint(
  {
    method: 'GET',
    path: '/v2/claims',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Claims',
    summary: 'List claims',
    description: 'Newest first, or from the other end by `order`. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        status: Type.Optional(Type.Enum([...CLAIM_STATUSES])),
        type: Type.Optional(Type.Enum([...CLAIM_TYPES])),
        shipment_id: Type.Optional(IdText('Only claims about this shipment')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of claims', schema: ListOf(ClaimOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { order, ...filters }) => list(context.service.db, { tenant: tenant(context), order, ...part }, filters),
      claimResource,
    ),
)
