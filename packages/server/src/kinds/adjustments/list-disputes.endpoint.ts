import { DISPUTE_STATUSES } from '@backhaul/core/adjustment.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf, Order, Paging } from '../../http/schemas.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { OpsAdjustment } from './schema.ts'

const CSV = { csv: new Csv(OpsAdjustment), name: 'disputes' }

export const listDisputes = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/disputes',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List the disputes of all partners',
    description:
      'Disputed adjustments, newest first, or from the other end by `order`: by default those awaiting a decision; `status` selects others.',
    query: Type.Object(
      {
        ...Paging,
        status: Type.Optional(Type.Enum([...DISPUTE_STATUSES], { description: '`open` when absent' })),
        partner_id: Type.Optional(IdText('Only of this partner')),
        shipment_id: Type.Optional(IdText('Only about this shipment')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of disputed adjustments', schema: ListOf(OpsAdjustment) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { partner_id = null, shipment_id, order, status = 'open' }) =>
        listAdjustments(context.service.db, { tenant: partner_id, order, ...part }, { shipment_id, dispute_status: status }),
      (row) => ({ ...adjustmentResource(row), partner_id: row.partner_id }),
    ),
)
