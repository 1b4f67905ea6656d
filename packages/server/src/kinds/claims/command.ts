import { effects } from '@backhaul/core/effects.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { type ClaimInput, type ClaimResolution, decideOpenClaim, decideResolveClaim } from './decide.ts'
import { findClaim, findOpenClaim } from './queries.ts'
import { claimResource } from './resource.ts'

export const claimNotFound = (): Refusal => refuse('not_found', 'No claim with this id exists for your account.', { field: 'id' })

/** One attempt at opening a claim. Errors: `not_found`, `claim_already_open`. */
export const openClaim = async (service: Service, caller: Caller, input: ClaimInput & { shipment_id: string }): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenantOf(caller), input.shipment_id)
  if (!shipment) return shipmentNotFound('shipment_id')
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const decided = decideOpenClaim(shipment, await findOpenClaim(service.db, shipment.id, input.type), input, env)
  if (isRefusal(decided)) return decided
  const told = planOf(effects(shipment, shipment, env, { events: decided.events }), shipment, env.now)
  const plan = mergePlans([told, { inserts: [['claims', decided.claim]] }])
  return { status: 201, body: claimResource(decided.claim), plan }
}

/**
 * Moves a claim one step forward. An operator (`actor`) can do so for any partner. In the sandbox the partner can do so itself (`actor`
 * null).
 */
export const resolveClaim = async (
  service: Service,
  by: { tenant: string | null; actor: OperatorActor | null },
  id: string,
  resolution: ClaimResolution,
): Promise<CommandResult> => {
  const before = await findClaim(service.db, by.tenant, id)
  if (!before) return claimNotFound()
  const { policy } = await service.network.tables()
  const after = decideResolveClaim(before, resolution, await partnerNow(service, before.partner_id), policy)
  if (isRefusal(after)) return after
  const body = claimResource(after)
  const action = { action: 'claim.resolved', subject: id, before: claimResource(before), after: body }
  const audit = by.actor ? auditPlan(service, { actor: by.actor, ...action }) : {}
  return { status: 200, body, plan: { ...audit, updates: [['claims', after]] } }
}
