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
      'Several parcels of one order: a shipment each, all or nothing, that share the order, the addresses and a master number. Each has a life of its own from then on, with its own tracking number, label, price and events; its label says which of how many it is.',
    body: ShipmentGroupCreate,
    answers: { 201: { description: 'The group', schema: ShipmentGroupOut } },
    errors: ['not_found', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) => execute(() => createGroup(service, caller, body)),
)
