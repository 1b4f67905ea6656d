import { endpoint, tenant } from '../http/endpoint.ts'
import { actorOf, environment, sealAll } from '../shipments/env.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { decideAdjust } from './decide.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentCreate, AdjustmentOut } from './schema.ts'

export const createAdjustment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/adjustments',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'Adjustments',
    summary: 'Adjust the price by hand',
    description:
      "Records a correction of what the shipment costs, in any of its statuses, and fires shipment.adjusted. The shipment's `amount` stays the price agreed; adjustments stand beside it.",
    body: AdjustmentCreate,
    answers: { 201: { description: 'The adjustment', schema: AdjustmentOut } },
    errors: ['validation_failed', 'not_found'],
  },
  (context, { params, body, execute }) =>
    execute(async () => {
      const { service, caller } = context
      const shipment = await loadShipment(service, tenant(context), params.id)
      if (!shipment) return shipmentNotFound()
      const env = await environment(service, actorOf(caller), shipment.partner_id)
      const { adjustment, events } = decideAdjust(shipment, body, env)
      const plan = { inserts: [['adjustments', adjustment] as const], events: sealAll(events, env.now) }
      return { status: 201, body: adjustmentResource(adjustment), plan }
    }),
)
