import { DISPUTE_STATUSES } from '@backhaul/core/adjustment.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint, ownerShown, readOwned, tenant } from '../../http/endpoint.ts'
import { IdText, ListOf, Order, OwnerFilter, Paging } from '../../http/schemas.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'

const CSV = { csv: new Csv(AdjustmentOut), name: 'disputes' }

export const listOwnDisputes = endpoint(
  {
    method: 'GET',
    path: '/v2/disputes',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: 'List disputes',
    description:
      'Disputed adjustments, newest first, or from the other end by `order`: by default those awaiting a decision; `status` selects others.',
    query: Type.Object(
      {
        ...Paging,
        status: Type.Optional(Type.Enum([...DISPUTE_STATUSES], { description: '`open` when absent' })),
        shipment_id: Type.Optional(IdText('Only about this shipment')),
        order: Order,
        ...OwnerFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of disputed adjustments', schema: ListOf(AdjustmentOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { partner_id, shipment_id, order, status = 'open' }) =>
        readOwned(tenant(context), partner_id, (own) =>
          listAdjustments(context.service.db, { tenant: own, order, ...part }, { shipment_id, dispute_status: status }),
        ),
      (row) => ({ ...adjustmentResource(row), ...ownerShown(context, row) }),
    ),
)
