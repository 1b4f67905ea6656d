import { Type } from 'typebox'
import { DISPUTE_STATUSES } from '../domain/adjustment.ts'
import { endpoint, tenant } from '../http/endpoint.ts'
import { pageOf } from '../http/lists.ts'
import { IdText, ListOf, Order, Paging } from '../http/schemas.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'

export const listOwnDisputes = endpoint(
  {
    method: 'GET',
    path: '/v2/disputes',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: 'List disputes',
    description:
      'Disputed adjustments, newest first, or from the other end by `order`: by default those awaiting a decision; `status` selects others. Poll it for decisions: no event reports them.',
    query: Type.Object(
      {
        ...Paging,
        status: Type.Optional(Type.Enum([...DISPUTE_STATUSES], { description: '`open` when absent' })),
        shipment_id: Type.Optional(IdText('Only about this shipment')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of disputed adjustments', schema: ListOf(AdjustmentOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(
      query,
      (part, { shipment_id, order, status = 'open' }) =>
        listAdjustments(context.service.db, { tenant: tenant(context), order, ...part }, { shipment_id, dispute_status: status }),
      adjustmentResource,
    ),
)
