import { endpoint, tenant } from '../http/endpoint.ts'
import { isRefusal } from '../platform/refusal.ts'
import { actorOf, environment, sealAll } from '../shipments/env.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { decideOpenClaim } from './decide.ts'
import { claimResource } from './resource.ts'
import { ClaimCreate, ClaimOut } from './schema.ts'
import { findOpenClaim } from './store.ts'

export const createClaim = endpoint(
  {
    method: 'POST',
    path: '/v2/claims',
    auth: 'signed',
    scope: 'claims:write',
    partner_only: true,
    tag: 'Claims',
    summary: 'Open a claim',
    description:
      'One open claim per shipment and type. Fires claim.opened; no event tells of approval, denial or closure: poll GET /v2/claims/{id}.',
    body: ClaimCreate,
    answers: { 201: { description: 'The open claim', schema: ClaimOut } },
    errors: ['validation_failed', 'not_found', 'claim_already_open'],
  },
  (context, { body, execute }) =>
    execute(async () => {
      const { service, caller } = context
      const shipment = await loadShipment(service, tenant(context), body.shipment_id)
      if (!shipment) return shipmentNotFound('shipment_id')
      const env = await environment(service, actorOf(caller), shipment.partner_id)
      const decided = decideOpenClaim(shipment, await findOpenClaim(service.db, shipment.id, body.type), body, env)
      if (isRefusal(decided)) return decided
      const plan = { inserts: [['claims', decided.claim] as const], events: sealAll(decided.events, env.now) }
      return { status: 201, body: claimResource(decided.claim), plan }
    }),
)
