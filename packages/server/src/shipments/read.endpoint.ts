import { Type } from 'typebox'
import { answer, endpoint, ownerShown, reach } from '../http/endpoint.ts'
import { actionsOf } from './actions.ts'
import { readCustody } from './custody.ts'
import { loadInReach, shipmentNotFound } from './load.ts'
import { shipmentResource } from './resource.ts'
import { ShipmentDetail } from './schema.ts'

export const readShipment = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read a shipment',
    description: 'The full record. Reading a shipment that is past its `expires_at` and was never handed in expires it.',
    // Open: this endpoint has always ignored its query.
    query: Type.Object(
      {
        expand: Type.Optional(
          Type.Array(Type.String(), {
            description: '`actions` adds which commands apply now, and why the others do not',
            examples: [['actions']],
          }),
        ),
      },
      { additionalProperties: true },
    ),
    answers: { 200: { description: 'The shipment', schema: ShipmentDetail } },
    errors: ['not_found'],
  },
  async (context, { params, query }) => {
    const { service, caller } = context
    const whose = reach(context)
    const shipment = await loadInReach(service, whose, params.id)
    if (!shipment) return shipmentNotFound()
    return answer(200, {
      ...shipmentResource(shipment, service.links),
      custody: await readCustody(service.db, shipment, whose),
      ...ownerShown(context, shipment),
      ...(query.expand?.includes('actions') && { actions: await actionsOf(service, caller, shipment) }),
    })
  },
)
