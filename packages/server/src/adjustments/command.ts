import { type Context, type Execute, tenant } from '../http/endpoint.ts'
import { auditPlan, operatorOf } from '../ops/audit.ts'
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts'
import { partnerNow } from '../platform/service.ts'
import { decideResolve } from './decide.ts'
import type { DisputeOutcome } from './model.ts'
import { adjustmentResource } from './resource.ts'
import { findAdjustment } from './store.ts'

export const adjustmentNotFound = (field: 'adj_id' | 'id'): Refusal =>
  refuse('not_found', 'No adjustment of yours has this id; check it.', { field })

/** Ends an open dispute: by the operator for any partner, in the sandbox by the partner itself. */
export const resolveAdjustment = (context: Context, execute: Execute, id: string, outcome: DisputeOutcome) =>
  execute(async () => {
    const { service, caller } = context
    const before = await findAdjustment(service.db, tenant(context), id)
    if (!before) return adjustmentNotFound('id')
    const after = decideResolve(before, outcome, await partnerNow(service, before.partner_id))
    if (isRefusal(after)) return after
    const body = adjustmentResource(after)
    const actor = operatorOf(caller)
    const audit = actor
      ? auditPlan(service, { actor, action: 'dispute.resolved', subject: id, before: adjustmentResource(before), after: body })
      : {}
    return { status: 200, body, plan: { ...audit, updates: [['adjustments', after] as const] } }
  })
