import { pagedList } from '../../http/list-endpoint.ts'
import { belowShipment } from '../shipments/list-below.ts'
import { listDiscrepancies } from './queries.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'

export const listShipmentDiscrepancies = pagedList(
  {
    path: '/v2/shipments/:id/discrepancies',
    scope: 'shipments:read',
    tag: 'Discrepancies',
    summary: "List a shipment's discrepancies",
    description: 'Lists the discrepancies of a shipment, newest first.',
    page: 'A page of discrepancies',
    item: DiscrepancyOut,
  },
  (context, part, _filters, { id }) =>
    belowShipment(context, id, (shipment_id) => listDiscrepancies(context.service.db, { tenant: null, ...part }, { shipment_id })),
  discrepancyResource,
)
