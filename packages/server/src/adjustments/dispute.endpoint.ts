import { endpoint, tenant } from '../http/endpoint.ts'
import { isRefusal } from '../platform/refusal.ts'
import { actorOf, environment, sealAll } from '../shipments/env.ts'
import { loadShipment } from '../shipments/load.ts'
import { adjustmentNotFound } from './command.ts'
import { decideDispute } from './decide.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentDispute, AdjustmentOut } from './schema.ts'
import { findAdjustment } from './store.ts'

export const disputeAdjustment = endpoint(
  {
    method: 'POST',
    path: '/v2/adjustments/:adj_id/dispute',
    auth: 'signed',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Adjustments',
    summary: 'Dispute an adjustment',
    description:
      'Once per adjustment; fires adjustment.disputed. The operator resolves it; in the sandbox you do, with POST /v2/test/adjustments/{id}/resolve.',
    body: AdjustmentDispute,
    answers: { 200: { description: 'The adjustment with its open dispute', schema: AdjustmentOut } },
    errors: ['validation_failed', 'not_found', 'adjustment_already_disputed'],
  },
  (context, { params, body, execute }) =>
    execute(async () => {
      const { service, caller } = context
      const before = await findAdjustment(service.db, tenant(context), params.adj_id)
      const shipment = before && (await loadShipment(service, tenant(context), before.shipment_id))
      if (!before || !shipment) return adjustmentNotFound('adj_id')
      const env = await environment(service, actorOf(caller), before.partner_id)
      const decided = decideDispute(before, shipment, body.reason, env)
      if (isRefusal(decided)) return decided
      const plan = { updates: [['adjustments', decided.adjustment] as const], events: sealAll(decided.events, env.now) }
      return { status: 200, body: adjustmentResource(decided.adjustment), plan }
    }),
)
