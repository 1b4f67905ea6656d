import { endpoint } from '../../http/endpoint.ts'
import { reissueQr as reissue } from './command.ts'
import { QrOut } from './schema.ts'

export const reissueQr = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/qr/reissue',
    scope: 'shipments:write',
    tag: 'QR',
    summary: 'Reissue a QR',
    description:
      'Replaces the QR of a shipment that has not been dropped off. The old QR is invalidated, and its `superseded_by` names the new one.',
    answers: { 200: { description: 'The new QR', schema: QrOut } },
    errors: ['invalid_transition'],
  },
  ({ service, caller }, { params, execute }) => execute(() => reissue(service, caller, params.id)),
)
