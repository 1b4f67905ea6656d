import { type Context, type Execute, tenant } from '../http/endpoint.ts'
import { auditPlan, operatorOf } from '../ops/audit.ts'
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts'
import { partnerNow } from '../platform/service.ts'
import { type ClaimResolution, decideResolveClaim } from './decide.ts'
import { claimResource } from './resource.ts'
import { findClaim } from './store.ts'

export const claimNotFound = (): Refusal => refuse('not_found', 'No claim of yours has this id; check it.', { field: 'id' })

/** Takes a claim one step on: by the operator for any partner, in the sandbox by the partner itself. */
export const resolveClaim = (context: Context, execute: Execute, id: string, resolution: ClaimResolution) =>
  execute(async () => {
    const { service, caller } = context
    const before = await findClaim(service.db, tenant(context), id)
    if (!before) return claimNotFound()
    const after = decideResolveClaim(before, resolution, await partnerNow(service, before.partner_id))
    if (isRefusal(after)) return after
    const body = claimResource(after)
    const actor = operatorOf(caller)
    const audit = actor
      ? auditPlan(service, { actor, action: 'claim.resolved', subject: id, before: claimResource(before), after: body })
      : {}
    return { status: 200, body, plan: { ...audit, updates: [['claims', after] as const] } }
  })
