import { ownedList } from '../../http/list-endpoint.ts'
import { OwnerFilter } from '../../http/schemas.ts'
import { reachOf, storeReachOf } from '../../service/reach.ts'
import { FILTERS, readShipments } from './list.ts'
import { positionBy } from './queries.ts'
import { shipmentFor } from './resource.ts'
import { ShipmentOut } from './schema.ts'

export const listShipments = ownedList(
  {
    path: '/v2/shipments',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipments',
    description:
      'Lists shipments, newest first except with `dispose_due`, `dispose_before` and `not_moved_since`. Filters combine: a shipment must match all of them. A shipment that is past its `expires_at` and was never dropped off counts as expired, and listing it expires it.',
    filters: { ...FILTERS, ...OwnerFilter },
    page: 'A page of shipments',
    item: ShipmentOut,
    csv: 'shipments',
  },
  readShipments,
  (row, { caller, service }) => shipmentFor(reachOf(caller).hands, row, service.links),
  storeReachOf,
  positionBy,
)
