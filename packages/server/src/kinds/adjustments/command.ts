import type { DisputeOutcome } from '@backhaul/core/adjustment.ts'
import { effects } from '@backhaul/core/effects.ts'
import { isNegative } from '@backhaul/core/money.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { type AdjustInput, checkCredit, decideAdjust, decideDispute, decideResolve } from './decide.ts'
import { findAdjustment, sumAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'

export const adjustmentNotFound = (field: 'adj_id' | 'id'): Refusal =>
  refuse('not_found', 'No adjustment with this id exists for your account.', { field })

/** One attempt at a manual adjustment. Errors: `not_found`, `negative_total`. */
export const adjustShipment = async (service: Service, caller: Caller, id: string, input: AdjustInput): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenantOf(caller), id)
  if (!shipment) return shipmentNotFound()
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const { adjustment, events } = decideAdjust(shipment, input, env)
  if (env.policy.negative_total === 'refuse' && isNegative(input.delta_amount)) {
    // Concurrent credits for a shipment are decided one after the other, because each of them raises the version of the shipment.
    const refused = checkCredit(shipment, await sumAdjustments(service.db, shipment.id, shipment.currency), input.delta_amount)
    if (refused) return refused
  }
  const plan = planOf(effects(shipment, shipment, env, { events, adjustments: [adjustment] }), shipment, env.now)
  return { status: 201, body: adjustmentResource(adjustment), plan }
}

/** One attempt at disputing an adjustment. Errors: `not_found`, `adjustment_already_disputed`. */
export const disputeAdjustment = async (service: Service, caller: Caller, id: string, reason: string): Promise<CommandResult> => {
  const own = tenantOf(caller)
  const before = await findAdjustment(service.db, own, id)
  const shipment = before && (await loadShipment(service, own, before.shipment_id))
  if (!before || !shipment) return adjustmentNotFound('adj_id')
  const env = await decisionContext(service, actorOf(caller), before.partner_id)
  const decided = decideDispute(before, shipment, reason, env)
  if (isRefusal(decided)) return decided
  const told = planOf(effects(shipment, shipment, env, { events: decided.events }), shipment, env.now)
  const plan = mergePlans([told, { updates: [['adjustments', decided.adjustment]] }])
  return { status: 200, body: adjustmentResource(decided.adjustment), plan }
}

/** Ends an open dispute. An operator (`actor`) can do so for any partner. In the sandbox the partner can do so itself (`actor` null). */
export const resolveAdjustment = async (
  service: Service,
  by: { tenant: string | null; actor: OperatorActor | null },
  id: string,
  outcome: DisputeOutcome,
): Promise<CommandResult> => {
  const before = await findAdjustment(service.db, by.tenant, id)
  if (!before) return adjustmentNotFound('id')
  const after = decideResolve(before, outcome, await partnerNow(service, before.partner_id))
  if (isRefusal(after)) return after
  const body = adjustmentResource(after)
  const action = { action: 'dispute.resolved', subject: id, before: adjustmentResource(before), after: body }
  const audit = by.actor ? auditPlan(service, { actor: by.actor, ...action }) : {}
  return { status: 200, body, plan: { ...audit, updates: [['adjustments', after]] } }
}
