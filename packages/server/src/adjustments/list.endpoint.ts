import { Type } from 'typebox'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'
import { listAdjustments } from './store.ts'

export const listShipmentAdjustments = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/adjustments',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: "List a shipment's adjustments",
    description: 'Newest first. No event tells of the resolution of a dispute: poll here, or read the adjustment.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of adjustments', schema: ListOf(AdjustmentOut) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  async (context, { params, query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const shipment = await loadShipment(context.service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    const window = { tenant: null, after, limit: (query.limit ?? DEFAULT_PAGE) + 1 }
    return page(await listAdjustments(context.service.db, window, { shipment_id: shipment.id }), query.limit, adjustmentResource)
  },
)
