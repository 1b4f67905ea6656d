import { decideDisposition } from '@backhaul/core/decide-disposition.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { ShipmentDisposition, ShipmentOut } from './schema.ts'

export const setDisposition = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/disposition',
    scope: 'scans:write',
    tag: 'Shipments',
    summary: 'Dispose of an exception',
    description:
      'Decides about a parcel in the network. `rts` sends it back. If the carrier has the parcel, the first `rts` makes it undeliverable, and a second `rts` starts the return leg. `redeliver` sends the parcel out again. `unclaimed` starts the 30 days of holding. `dispose` ends the shipment. No shipment is disposed of automatically: `GET /v2/shipments?dispose_due=true` lists the shipments past their 30 days.',
    body: ShipmentDisposition,
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['shipment_not_dispositionable', 'shipment_held', 'disposal_too_early'],
  },
  (context, { params, body, execute }) =>
    commandShipment(context, execute, params.id, (shipment, env) => decideDisposition(shipment, body.disposition, env)),
)
