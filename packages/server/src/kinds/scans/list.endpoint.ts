import { pagedList } from '../../http/list-endpoint.ts'
import { Order } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { belowShipment } from '../shipments/list-below.ts'
import { listScans } from './queries.ts'
import { scanResource } from './resource.ts'
import { ScanOut } from './schema.ts'

export const listShipmentScans = pagedList(
  {
    path: '/v2/shipments/:id/scans',
    scope: 'shipments:read',
    tag: 'Scans',
    summary: "List a shipment's scans",
    description:
      "Lists all scans of a shipment with their details, including late scans, in the order in which they happened: newest first by default. Scans with the same time are ordered by their place on a parcel's usual route, regardless of when they were recorded.",
    filters: { order: Order },
    page: 'A page of scans',
    item: ScanOut,
  },
  (context, { after, limit, order }, _filters, { id }) =>
    belowShipment(context, id, (shipment_id) =>
      listScans(context.service.db, shipment_id, after, limit, storeReachOf(context.caller).store, order),
    ),
  scanResource,
)
