import { endpoint } from '../http/endpoint.ts'
import { reissueQr as reissue } from './command.ts'
import { QrOut } from './schema.ts'

export const reissueQr = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/qr/reissue',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'QR',
    summary: 'Reissue a QR',
    description: 'A replacement QR, before the drop-off. The old one is invalidated and names the new one as `superseded_by`.',
    answers: { 200: { description: 'The new QR', schema: QrOut } },
    errors: ['not_found', 'invalid_transition'],
  },
  ({ service, caller }, { params, execute }) => execute(() => reissue(service, caller, params.id)),
)
