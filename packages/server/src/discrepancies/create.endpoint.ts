import { endpoint, tenant } from '../http/endpoint.ts'
import { invalidField, refuse } from '../platform/refusal.ts'
import { actorOf, environment, planOf } from '../shipments/env.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { decideDiscrepancy } from './decide.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyCreate, DiscrepancyOut, MEASURES } from './schema.ts'

export const createDiscrepancy = endpoint(
  {
    method: 'POST',
    path: '/v2/discrepancies',
    auth: 'signed',
    scope: 'scans:write',
    tag: 'Discrepancies',
    summary: 'Report a discrepancy',
    description:
      'A parcel measures otherwise than it was declared. Fires shipment.discrepancy_reported and, when chargeable, makes the adjustment that re-rating comes to and fires shipment.adjusted. The shipment then has the parcel as observed.',
    body: DiscrepancyCreate,
    answers: { 201: { description: 'The discrepancy', schema: DiscrepancyOut } },
    errors: ['validation_failed', 'not_found'],
  },
  (context, { body, execute }) =>
    execute(async () => {
      const { service, caller } = context
      if (MEASURES.every((measure) => body.observed[measure] === undefined)) {
        return invalidField('/observed', 'required', `must have at least one of ${MEASURES.join(', ')}`)
      }
      const shipment = await loadShipment(service, tenant(context), body.shipment_id)
      if (!shipment) return shipmentNotFound('shipment_id')
      if (body.store_id !== undefined && !(await service.reference.store(body.store_id))) {
        return refuse('not_found', 'No store has the store_id given; take one from /v2/drop-off-locations.', { field: 'store_id' })
      }
      const env = await environment(service, actorOf(caller), shipment.partner_id)
      const { discrepancy, effects } = decideDiscrepancy(shipment, body, env)
      const plan = planOf(effects, shipment, env.now)
      plan.inserts = [...plan.inserts, ['discrepancies', discrepancy]]
      return { status: 201, body: discrepancyResource(discrepancy), plan }
    }),
)
