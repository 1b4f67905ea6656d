import { endpoint } from '../../http/endpoint.ts'
import { createOne } from './create.ts'
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
  ({ service, caller }, { body, execute }) => execute(() => createOne(service, caller, body)),
)
