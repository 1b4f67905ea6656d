import { endpoint } from '../../http/endpoint.ts'
import { createTender as create } from './command.ts'
import { TenderCreate, TenderOut } from './schema.ts'

export const createTender = endpoint(
  {
    method: 'POST',
    path: '/v2/tenders',
    scope: 'tenders:write',
    partner_only: true,
    tag: 'Tenders',
    summary: 'Create a tender',
    description:
      'Creates a tender of shipments for a carrier, all or none. If any shipments cannot be tendered, the error names them and nothing is created. `piece_count` is always the number of shipments.',
    body: TenderCreate,
    answers: { 201: { description: 'The tender', schema: TenderOut } },
    errors: ['not_found', 'invalid_transition', 'shipment_held', 'shipment_already_tendered'],
  },
  ({ service, caller }, { body: { piece_count: _ignored, ...input }, execute }) => execute(() => create(service, caller, input)),
)
