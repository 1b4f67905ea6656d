import { Type } from 'typebox'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { scanResource } from './resource.ts'
import { ScanOut } from './schema.ts'
import { listScans } from './store.ts'

export const listShipmentScans = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/scans',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Scans',
    summary: "List a shipment's scans",
    description: 'The whole scan history with its details, late scans included; the latest to have happened first.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of scans', schema: ListOf(ScanOut) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  async (context, { params, query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const shipment = await loadShipment(context.service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    const rows = await listScans(context.service.db, shipment.id, after, (query.limit ?? DEFAULT_PAGE) + 1)
    return page(
      rows.map((row) => ({ ...row, created_at: row.occurred_at })),
      query.limit,
      scanResource,
    )
  },
)
