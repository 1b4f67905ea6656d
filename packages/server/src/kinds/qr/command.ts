import { decideInvalidateQr, decideReissueQr } from '@backhaul/core/qr.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findQr } from './queries.ts'
import { qrResource } from './resource.ts'

export const qrNotFound = (): Refusal => refuse('not_found', 'No QR with this id exists for your account.', { field: 'id' })

/** One attempt at replacing a shipment's QR. Errors: `not_found`, `invalid_transition`. */
export const reissueQr = async (service: Service, caller: Caller, shipmentId: string): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenantOf(caller), shipmentId)
  if (!shipment) return shipmentNotFound()
  const current = shipment.qr_id ? await findQr(service.db, shipment.partner_id, shipment.qr_id) : null
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const effects = decideReissueQr(shipment, current, env)
  if (isRefusal(effects)) return effects
  return { status: 200, body: qrResource(effects.qr_issued, env.now), plan: planOf(effects, shipment, env.now) }
}

/** One attempt at invalidating a QR. Errors: `not_found`, `qr_not_valid`. */
export const invalidateQr = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const qr = await findQr(service.db, tenantOf(caller), id)
  if (!qr) return qrNotFound()
  const shipment = (await loadShipment(service, qr.partner_id, qr.shipment_id)) as Shipment
  const env = await decisionContext(service, actorOf(caller), qr.partner_id)
  const effects = decideInvalidateQr(shipment, qr, env)
  if (isRefusal(effects)) return effects
  return { status: 200, body: qrResource(effects.qr_changed, env.now), plan: planOf(effects, shipment, env.now) }
}
