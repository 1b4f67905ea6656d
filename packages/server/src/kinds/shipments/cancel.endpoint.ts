import { decideCancel } from '@backhaul/core/decide-lifecycle.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentOut } from './schema.ts'

export const cancelShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/cancel',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Cancel',
    description: 'Cancels a shipment that was not dropped off, and voids its label.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['shipment_not_cancellable'],
  },
  (context, { params, execute }) => commandShipment(context, execute, params.id, decideCancel),
)
