import { decideRelease } from '@backhaul/core/decide-lifecycle.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentOut } from './schema.ts'

export const releaseShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/release',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Release',
    description: 'Releases the shipment from its hold. Repeating the request changes nothing.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
  },
  (context, { params, execute }) => commandShipment(context, execute, params.id, decideRelease),
)
