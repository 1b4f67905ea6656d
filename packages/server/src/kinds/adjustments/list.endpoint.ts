import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { pageBelowShipment } from '../shipments/list-below.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'

export const listShipmentAdjustments = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/adjustments',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: "List a shipment's adjustments",
    description: 'Newest first. No event reports the resolution of a dispute: poll this list, or read the adjustment.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of adjustments', schema: ListOf(AdjustmentOut) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  (context, { params, query }) =>
    pageBelowShipment(
      context,
      params.id,
      query,
      (shipment_id, part) => listAdjustments(context.service.db, { tenant: null, ...part }, { shipment_id }),
      adjustmentResource,
    ),
)
