import { type Context, type Execute, tenant } from '../http/endpoint.ts'
import { isRefusal, type Refusal } from '../platform/refusal.ts'
import type { Effects, Env } from './effects.ts'
import { actorOf, environment, planOf } from './env.ts'
import { loadShipment, shipmentNotFound } from './load.ts'
import type { Shipment } from './model.ts'
import { shipmentResource } from './resource.ts'

/** A command on one shipment that answers the shipment: loads it, decides, commits. */
export const commandShipment = (
  context: Context,
  execute: Execute,
  id: string,
  decide: (shipment: Shipment, env: Env) => Effects | Refusal | Promise<Effects | Refusal>,
) =>
  execute(async () => {
    const shipment = await loadShipment(context.service, tenant(context), id)
    if (!shipment) return shipmentNotFound()
    const env = await environment(context.service, actorOf(context.caller), shipment.partner_id)
    const effects = await decide(shipment, env)
    if (isRefusal(effects)) return effects
    return { status: 200, body: shipmentResource(effects.shipment), plan: planOf(effects, shipment, env.now) }
  })
