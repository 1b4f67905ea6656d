import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { pageBelowShipment } from '../shipments/list-below.ts'
import { listDiscrepancies } from './queries.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'

export const listShipmentDiscrepancies = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/discrepancies',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Discrepancies',
    summary: "List a shipment's discrepancies",
    description: 'Newest first.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of discrepancies', schema: ListOf(DiscrepancyOut) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  (context, { params, query }) =>
    pageBelowShipment(
      context,
      params.id,
      query,
      (shipment_id, part) => listDiscrepancies(context.service.db, { tenant: null, ...part }, { shipment_id }),
      discrepancyResource,
    ),
)
