import type { DecisionContext, Effects } from '@backhaul/core/effects.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Context } from '../../http/endpoint.ts'
import type { CommandResult, Execute } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from './load.ts'
import { shipmentResource } from './resource.ts'

/** The lock (see runExclusive) for reports on one shipment. Many reports may arrive at once, and each of them writes the shipment's row. */
export const shipmentTurn = (id: string): string => `shipment/${id}`

type Decide = (shipment: Shipment, env: DecisionContext) => Effects | Refusal | Promise<Effects | Refusal>

/**
 * Makes one attempt at a command on one shipment: loads the shipment, decides, and answers with the shipment. This function needs no HTTP
 * request.
 */
export const attemptOnShipment = async (service: Service, caller: Caller, id: string, decide: Decide): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenantOf(caller), id)
  if (!shipment) return shipmentNotFound()
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const effects = await decide(shipment, env)
  if (isRefusal(effects)) return effects
  return { status: 200, body: shipmentResource(effects.shipment, service.links), plan: planOf(effects, shipment, env.now) }
}

export const commandShipment = ({ service, caller }: Context, execute: Execute, id: string, decide: Decide) =>
  execute(() => attemptOnShipment(service, caller, id, decide))
