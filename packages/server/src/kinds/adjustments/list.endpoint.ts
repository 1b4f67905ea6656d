import { pagedList } from '../../http/list-endpoint.ts'
import { belowShipment } from '../shipments/list-below.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'

export const listShipmentAdjustments = pagedList(
  {
    path: '/v2/shipments/:id/adjustments',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: "List a shipment's adjustments",
    description:
      'Lists the adjustments of a shipment, newest first. No event reports the resolution of a dispute, so poll this list or read the adjustment.',
    page: 'A page of adjustments',
    item: AdjustmentOut,
  },
  (context, part, _filters, { id }) =>
    belowShipment(context, id, (shipment_id) => listAdjustments(context.service.db, { tenant: null, ...part }, { shipment_id })),
  adjustmentResource,
)
