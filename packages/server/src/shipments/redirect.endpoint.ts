import { decideRedirect } from '../domain/decide-disposition.ts'
import { endpoint } from '../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentOut, ShipmentRedirect } from './schema.ts'

export const redirectShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/redirect',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Redirect',
    description:
      'Changes the destination in flight, to any country that is served with its service level. Tracking, barcode and price stay.',
    body: ShipmentRedirect,
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['not_found', 'shipment_not_redirectable'],
  },
  (context, { params, body, execute }) =>
    commandShipment(context, execute, params.id, (shipment, env) => decideRedirect(shipment, body.to, env)),
)
