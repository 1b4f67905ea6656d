import { isRefusal } from '../domain/refusal.ts'
import { BATCH_LIMIT_BYTES, endpoint } from '../http/endpoint.ts'
import { ListOf } from '../http/schemas.ts'
import type { Plan } from '../platform/plan.ts'
import { Slice } from '../platform/slice.ts'
import { mergePlans } from '../service/plan.ts'
import { checkStores, prepareCreate, refusalOfMember } from './create.ts'
import { shipmentResource } from './resource.ts'
import { MAX_BATCH, ShipmentBatch, ShipmentOut } from './schema.ts'

export const createShipments = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/batch',
    auth: 'signed',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shipments',
    summary: 'Create many shipments',
    description: `Up to ${MAX_BATCH} shipments, all or nothing, in one transaction. The answer lists them in the order of the request; each fires its own events.`,
    body: ShipmentBatch,
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 201: { description: 'The shipments', schema: ListOf(ShipmentOut) } },
    errors: ['validation_failed', 'not_found', 'numbers_used_up'],
  },
  ({ service, caller }, { body, execute }) =>
    execute(async () => {
      const plans: Plan[] = []
      const data: object[] = []
      const slice = new Slice()
      for (const [index, member] of body.shipments.entries()) {
        if (slice.isOver) await slice.next()
        const created = await prepareCreate(service, caller, member, 'api')
        if (isRefusal(created)) return refusalOfMember(created, index)
        plans.push(created.plan)
        data.push(shipmentResource(created.shipment, service.links))
      }
      for (const [index, member] of body.shipments.entries()) {
        const unknown = await checkStores(service, member)
        if (unknown) return refusalOfMember(unknown, index)
      }
      return { status: 201, body: { object: 'list', data, has_more: false, next_cursor: null }, plan: mergePlans(plans) }
    }),
)
