import { decideReprint } from '@backhaul/core/decide-lifecycle.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentOut } from './schema.ts'

export const reprintLabel = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/label/reprint',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Reprint the label',
    description: 'Mints a replacement label; the old one is superseded. Tracking and barcode stay.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['invalid_transition'],
  },
  (context, { params, execute }) => commandShipment(context, execute, params.id, decideReprint),
)
