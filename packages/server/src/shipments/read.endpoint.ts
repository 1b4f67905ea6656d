import { answer, endpoint, tenant } from '../http/endpoint.ts'
import { loadShipment, shipmentNotFound } from './load.ts'
import { shipmentResource } from './resource.ts'
import { ShipmentOut } from './schema.ts'

export const readShipment = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read a shipment',
    description: 'The whole record. A shipment that was never sent and whose time has passed expires by being read.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['not_found'],
  },
  async (context, { params }) => {
    const shipment = await loadShipment(context.service, tenant(context), params.id)
    return shipment ? answer(200, shipmentResource(shipment)) : shipmentNotFound()
  },
)
