import { BATCH_LIMIT_BYTES, endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { checkStores, prepareCreates, refusalOfMember } from './create.ts'
import { shipmentResource } from './resource.ts'
import { MAX_BATCH, ShipmentBatch, ShipmentOut } from './schema.ts'

export const createShipments = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/batch',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shipments',
    summary: 'Create many shipments',
    description: `Creates up to ${MAX_BATCH} shipments in one transaction, all or none. The response lists them in the order of the request. Each shipment fires its own events.`,
    body: ShipmentBatch,
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 201: { description: 'The shipments', schema: ListOf(ShipmentOut) } },
    errors: ['not_found', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) =>
    execute(async () => {
      const created = await prepareCreates(service, caller, body.shipments)
      if ('refused' in created) return refusalOfMember(created.refused, created.index, 'batch')
      for (const [index, member] of body.shipments.entries()) {
        const unknown = await checkStores(service, member)
        if (unknown) return refusalOfMember(unknown, index, 'batch')
      }
      const data = created.shipments.map((shipment) => shipmentResource(shipment, service.links))
      return { status: 201, body: { object: 'list', data, has_more: false, next_cursor: null }, plan: created.plan }
    }),
)
