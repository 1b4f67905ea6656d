import { endpoint } from '../http/endpoint.ts'
import { isRefusal } from '../platform/refusal.ts'
import { actorOf, environment, planOf } from '../shipments/env.ts'
import { loadShipment } from '../shipments/load.ts'
import type { QrRow, Shipment } from '../shipments/model.ts'
import { decideInvalidateQr } from './decide.ts'
import { loadQr } from './load.ts'
import { qrResource } from './resource.ts'
import { QrOut } from './schema.ts'

export const invalidateQr = endpoint(
  {
    method: 'POST',
    path: '/v2/qr/:id/invalidate',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'QR',
    summary: 'Invalidate a QR',
    description: 'An active QR stops validating, without a replacement; reissue gives the shipment a new one.',
    answers: { 200: { description: 'The QR', schema: QrOut } },
    errors: ['not_found', 'qr_not_valid'],
  },
  (context, { params, execute }) =>
    execute(async () => {
      const qr = await loadQr(context, params.id)
      if (isRefusal(qr)) return qr
      const shipment = (await loadShipment(context.service, qr.partner_id, qr.shipment_id)) as Shipment
      const env = await environment(context.service, actorOf(context.caller), qr.partner_id)
      const effects = decideInvalidateQr(shipment, qr, env)
      if (isRefusal(effects)) return effects
      return { status: 200, body: qrResource(effects.qr_changed as QrRow, env.now), plan: planOf(effects, shipment, env.now) }
    }),
)
