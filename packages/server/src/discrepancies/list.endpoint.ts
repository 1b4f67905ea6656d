import { Type } from 'typebox'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'
import { listDiscrepancies } from './store.ts'

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
  async (context, { params, query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const shipment = await loadShipment(context.service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    const window = { tenant: null, after, limit: (query.limit ?? DEFAULT_PAGE) + 1 }
    return page(await listDiscrepancies(context.service.db, window, shipment.id), query.limit, discrepancyResource)
  },
)
