import { answer, endpoint, tenant } from '../http/endpoint.ts'
import { partnerNow } from '../platform/service.ts'
import { qrNotFound } from './command.ts'
import { qrResource } from './resource.ts'
import { QrOut } from './schema.ts'
import { findQr } from './store.ts'

export const readQr = endpoint(
  {
    method: 'GET',
    path: '/v2/qr/:id',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'QR',
    summary: 'Read a QR',
    description: 'A QR and whether it can still be presented.',
    answers: { 200: { description: 'The QR', schema: QrOut } },
    errors: ['not_found'],
  },
  async (context, { params }) => {
    const qr = await findQr(context.service.db, tenant(context), params.id)
    return qr ? answer(200, qrResource(qr, await partnerNow(context.service, qr.partner_id))) : qrNotFound()
  },
)
