import { decideHold } from '@backhaul/core/decide-lifecycle.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentOut } from './schema.ts'

export const holdShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/hold',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Hold',
    description:
      'Puts the shipment on hold, in any status. The network refuses decisions about it, but scans are still recorded. Repeating the request changes nothing.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
  },
  (context, { params, execute }) => commandShipment(context, execute, params.id, decideHold),
)
