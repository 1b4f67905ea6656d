import { CLAIM_STATUSES, CLAIM_TYPES } from '@backhaul/core/claim.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf, Order, Paging } from '../../http/schemas.ts'
import { listClaims } from './queries.ts'
import { claimResource } from './resource.ts'
import { OpsClaim } from './schema.ts'

const CSV = { csv: new Csv(OpsClaim), name: 'claims' }

export const listOperatorClaims = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/claims',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List the claims of all partners',
    description: 'Newest first; `status=open` with `order=oldest` is the queue of what waits for a decision.',
    query: Type.Object(
      {
        ...Paging,
        status: Type.Optional(Type.Enum([...CLAIM_STATUSES])),
        type: Type.Optional(Type.Enum([...CLAIM_TYPES])),
        partner_id: Type.Optional(IdText('Only of this partner')),
        shipment_id: Type.Optional(IdText('Only about this shipment')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of claims', schema: ListOf(OpsClaim) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { partner_id = null, order, ...filters }) => listClaims(context.service.db, { tenant: partner_id, order, ...part }, filters),
      (row) => ({ ...claimResource(row), partner_id: row.partner_id }),
    ),
)
