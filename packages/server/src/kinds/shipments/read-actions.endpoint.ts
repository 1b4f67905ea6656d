import { answer, endpoint, reach } from '../../http/endpoint.ts'
import { actionsOf } from './actions.ts'
import { loadInReach, shipmentNotFound } from './load.ts'
import { ShipmentActions } from './schema.ts'

export const readShipmentActions = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/actions',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read what can be done with a shipment',
    description: 'Returns what each command would do if you sent it now, or why it would be refused.',
    answers: { 200: { description: 'The commands', schema: ShipmentActions } },
  },
  async (context, { params }) => {
    const { service, caller } = context
    const shipment = await loadInReach(service, reach(context), params.id)
    if (!shipment) return shipmentNotFound()
    return answer(200, { shipment_id: shipment.id, version: shipment.version, actions: await actionsOf(service, caller, shipment) })
  },
)
