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
    description: 'Creates a replacement label, which supersedes the old one. Tracking number and barcode do not change.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['invalid_transition'],
  },
  (context, { params, execute }) => commandShipment(context, execute, params.id, decideReprint),
)
