import { answer, endpoint, ownerShown, reach } from '../../http/endpoint.ts'
import { loadInReach, shipmentNotFound } from './load.ts'
import { shipmentFor } from './resource.ts'
import { ShipmentOut } from './schema.ts'

export const readShipment = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read a shipment',
    description: 'Returns the full record. Reading a shipment that is past its `expires_at` and was never dropped off expires it.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
  },
  async (context, { params }) => {
    const { service } = context
    const shipment = await loadInReach(service, reach(context), params.id)
    if (!shipment) return shipmentNotFound()
    return answer(200, { ...shipmentFor(reach(context).hands, shipment, service.links), ...ownerShown(context, shipment) })
  },
)
