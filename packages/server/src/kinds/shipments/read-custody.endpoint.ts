import { custodyOf } from '@backhaul/core/custody.ts'
import { answer, endpoint, reach } from '../../http/endpoint.ts'
import { loadInReach, shipmentNotFound } from './load.ts'
import { ShipmentCustody } from './schema.ts'

export const readShipmentCustody = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/custody',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read who has a shipment',
    description:
      'Returns who has the parcel by its latest scan, in every status, with the name, place and time of that scan. A decision such as `rts` changes nothing until the next scan. The field `custody` of a shipment has the same content.',
    answers: { 200: { description: 'Who has the parcel', schema: ShipmentCustody } },
  },
  async (context, { params }) => {
    const { service } = context
    const shipment = await loadInReach(service, reach(context), params.id)
    if (!shipment) return shipmentNotFound()
    return answer(200, { shipment_id: shipment.id, version: shipment.version, custody: custodyOf(shipment) })
  },
)
