import { refuseImage } from '@backhaul/core/qr.ts'
import { Type } from 'typebox'
import { endpoint, tenant } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import { partnerNow } from '../../service/service.ts'
import { QR_IMAGE } from '../labels/drawings.ts'
import type { QrImageFormat } from '../labels/qr-image.ts'
import { qrNotFound } from './command.ts'
import { findQr, findSuccessor } from './queries.ts'

const CONTENT_TYPES: Record<QrImageFormat, string> = { png: 'image/png', svg: 'image/svg+xml' }

export const readQrImage = endpoint(
  {
    method: 'GET',
    path: '/v2/qr/:id/image',
    scope: 'shipments:read',
    tag: 'QR',
    summary: 'Fetch the image of a QR',
    description:
      'Returns the symbol that the sender shows at the counter. The symbol contains the token. A QR has no image once it has been replaced or invalidated, or has expired.',
    query: Type.Object(
      { format: Type.Optional(Type.Enum(['png', 'svg'], { description: '`png` when absent' })) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The image', content: Object.values(CONTENT_TYPES) } },
    errors: ['qr_not_valid'],
  },
  async (context, { params, query }) => {
    const qr = await findQr(context.service.db, tenant(context), params.id)
    if (!qr) return qrNotFound()
    const successor = qr.status === 'superseded' || qr.status === 'invalidated' ? await findSuccessor(context.service.db, qr) : null
    const refusal = refuseImage(qr, successor, await partnerNow(context.service, qr.partner_id))
    if (refusal) return refusal
    const format = query.format ?? 'png'
    const bytes = await context.service.renderers.run(tenant(context), QR_IMAGE, { text: qr.token, format })
    return fileAnswer(bytes, CONTENT_TYPES[format], `qr-${qr.id}.${format}`)
  },
)
