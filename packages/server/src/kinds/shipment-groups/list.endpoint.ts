import { plainTracking } from '@backhaul/core/check-characters.ts'
import { ownedList } from '../../http/list-endpoint.ts'
import { OwnerFilter, Text } from '../../http/schemas.ts'
import { listGroups } from './queries.ts'
import { groupFacts } from './resource.ts'
import { ShipmentGroupListed } from './schema.ts'

export const listShipmentGroups = ownedList(
  {
    path: '/v2/shipment-groups',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipment groups',
    description: 'Newest first, without their shipments. Filters combine.',
    filters: {
      order_id: Text(255, 'With this order number'),
      master_number: Text(100, 'With this master number, in any case, spaces or not'),
      ...OwnerFilter,
    },
    page: 'A page of groups',
    item: ShipmentGroupListed,
  },
  ({ db }, window, { order_id, master_number }) =>
    listGroups(db, window, { order_id, master_number: master_number && plainTracking(master_number) }),
  groupFacts,
)
