import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { checkStores, prepareCreate } from './create.ts'
import { shipmentResource } from './resource.ts'
import { RetailCreate, ShipmentOut } from './schema.ts'

export const createRetailShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/retail/shipments',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shipments',
    summary: 'Sell a shipment at a counter',
    description: 'Creates a counter sale: always outbound, with a printed label and channel `retail`. Fires created, label_ready and sold.',
    body: RetailCreate,
    answers: { 201: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['not_found', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) =>
    execute(async () => {
      const created = await prepareCreate(service, caller, { ...body, direction: 'outbound', fulfillment: 'print_label' }, 'retail')
      if (isRefusal(created)) return created
      const unknown = await checkStores(service, body)
      return unknown ?? { status: 201, body: shipmentResource(created.shipment, service.links), plan: created.plan }
    }),
)
