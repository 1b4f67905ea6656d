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
    description: 'Lists shipment groups, newest first, without their shipments. Filters combine.',
    filters: {
      order_id: Text(255, 'Only groups with this order number'),
      master_number: Text(100, 'Only groups with this master number; case and spaces do not matter'),
      ...OwnerFilter,
    },
    page: 'A page of groups',
    item: ShipmentGroupListed,
  },
  ({ db }, window, { order_id, master_number }) =>
    listGroups(db, window, { order_id, master_number: master_number && plainTracking(master_number) }),
  groupFacts,
)
