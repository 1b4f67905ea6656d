import { endpoint } from '../../http/endpoint.ts'
import { invalidateQr as invalidate } from './command.ts'
import { QrOut } from './schema.ts'

export const invalidateQr = endpoint(
  {
    method: 'POST',
    path: '/v2/qr/:id/invalidate',
    scope: 'shipments:write',
    tag: 'QR',
    summary: 'Invalidate a QR',
    description: 'Invalidates an active QR without replacing it; reissue the QR to give the shipment a new one.',
    answers: { 200: { description: 'The QR', schema: QrOut } },
    errors: ['qr_not_valid'],
  },
  ({ service, caller }, { params, execute }) => execute(() => invalidate(service, caller, params.id)),
)
