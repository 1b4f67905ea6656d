import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { partnerNow } from '../../service/service.ts'
import { qrNotFound } from './command.ts'
import { findQr, findSuccessor } from './queries.ts'
import { qrResource } from './resource.ts'
import { QrOut } from './schema.ts'

export const readQr = endpoint(
  {
    method: 'GET',
    path: '/v2/qr/:id',
    scope: 'shipments:read',
    tag: 'QR',
    summary: 'Read a QR',
    description: 'Returns a QR, whether it can still be presented, and the QR that replaced it.',
    answers: { 200: { description: 'The QR', schema: QrOut } },
  },
  async (context, { params }) => {
    const qr = await findQr(context.service.db, tenant(context), params.id)
    if (!qr) return qrNotFound()
    const next = qr.status === 'active' ? null : await findSuccessor(context.service.db, qr)
    return answer(200, qrResource(qr, await partnerNow(context.service, qr.partner_id), next))
  },
)
