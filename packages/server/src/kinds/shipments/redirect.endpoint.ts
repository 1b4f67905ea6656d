import { decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { isAbroad } from '@backhaul/core/policy.ts'
import { endpoint } from '../../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { findCustoms, listMeasured } from './queries.ts'
import { ShipmentOut, ShipmentRedirect } from './schema.ts'

export const redirectShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/redirect',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Redirect',
    description:
      'Changes the destination of a parcel on its way, to any country that its service level serves. Tracking number, barcode and carrier do not change. Neither do price and label, unless the operator prices redirects to another country like new shipments.',
    body: ShipmentRedirect,
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['shipment_not_redirectable', 'customs_incomplete', 'numbers_used_up'],
  },
  (context, { params, body, execute }) =>
    commandShipment(context, execute, params.id, async (shipment, env) => {
      const { db } = context.service
      if (!isAbroad(shipment.to_address, body.to)) return decideRedirect(shipment, body.to, env)
      const [charged, declared] = await Promise.all([listMeasured(db, shipment.id), findCustoms(db, shipment.id)])
      return decideRedirect(shipment, body.to, env, { charged, declared })
    }),
)
