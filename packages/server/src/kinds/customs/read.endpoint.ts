import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { CustomsOut } from '../shipments/customs-schema.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findCustoms } from '../shipments/queries.ts'
import { customsResource } from './resource.ts'

export const readCustoms = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/customs',
    scope: 'shipments:read',
    tag: 'Customs',
    summary: 'Read the customs declaration',
    description: 'Returns the customs declaration of a shipment with its totals. `missing` lists what the documents still need.',
    answers: { 200: { description: 'The declaration', schema: CustomsOut } },
  },
  async (context, { params }) => {
    const { service } = context
    const shipment = await loadShipment(service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    return answer(200, customsResource(shipment, await findCustoms(service.db, shipment.id)))
  },
)
