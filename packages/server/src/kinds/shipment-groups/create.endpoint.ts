import { endpoint } from '../../http/endpoint.ts'
import { createGroup } from './command.ts'
import { ShipmentGroupCreate, ShipmentGroupOut } from './schema.ts'

export const createShipmentGroup = endpoint(
  {
    method: 'POST',
    path: '/v2/shipment-groups',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shipments',
    summary: 'Create a shipment group',
    description:
      'Creates several parcels of one order: one shipment each, all or none. They share the order, the addresses and a master number. After that, each shipment is independent, with its own tracking number, label, price and events. The label shows the number of the parcel and the number of parcels in the group.',
    body: ShipmentGroupCreate,
    answers: { 201: { description: 'The group', schema: ShipmentGroupOut } },
    errors: ['not_found', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) => execute(() => createGroup(service, caller, body)),
)
