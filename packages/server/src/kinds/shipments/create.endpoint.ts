import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { checkStores, prepareCreate } from './create.ts'
import { shipmentResource } from './resource.ts'
import { ShipmentCreate, ShipmentOut } from './schema.ts'

export const createShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shipments',
    summary: 'Create a shipment',
    description:
      'Creates a return or an outbound parcel. With `print_label` the label exists immediately. With `qr_code` a QR is issued, and the counter prints the label when the QR is presented. A return without `to` goes to your default return address.',
    body: ShipmentCreate,
    answers: { 201: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['not_found', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) =>
    execute(async () => {
      const created = await prepareCreate(service, caller, body, 'api')
      if (isRefusal(created)) return created
      const unknown = await checkStores(service, body)
      return unknown ?? { status: 201, body: shipmentResource(created.shipment, service.links), plan: created.plan }
    }),
)
