import { endpoint, tenant } from '../http/endpoint.ts'
import { isRefusal } from '../platform/refusal.ts'
import { actorOf, environment, planOf } from '../shipments/env.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import type { QrRow } from '../shipments/model.ts'
import { decideReissueQr } from './decide.ts'
import { qrResource } from './resource.ts'
import { QrOut } from './schema.ts'
import { findQr } from './store.ts'

export const reissueQr = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/qr/reissue',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'QR',
    summary: 'Reissue a QR',
    description: 'A replacement QR, before the drop-off. The old one stops validating.',
    answers: { 200: { description: 'The new QR', schema: QrOut } },
    errors: ['not_found', 'invalid_transition'],
  },
  (context, { params, execute }) =>
    execute(async () => {
      const { service } = context
      const shipment = await loadShipment(service, tenant(context), params.id)
      if (!shipment) return shipmentNotFound()
      const current = shipment.qr_id ? await findQr(service.db, shipment.partner_id, shipment.qr_id) : null
      const env = await environment(service, actorOf(context.caller), shipment.partner_id)
      const effects = decideReissueQr(shipment, current, env)
      if (isRefusal(effects)) return effects
      return { status: 200, body: qrResource(effects.qr_issued as QrRow, env.now), plan: planOf(effects, shipment, env.now) }
    }),
)
