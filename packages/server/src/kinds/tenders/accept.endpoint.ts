import { endpoint } from '../../http/endpoint.ts'
import { acceptTender as accept, acceptingOf } from './command.ts'
import { TenderAccept, TenderOut } from './schema.ts'

export const acceptTender = endpoint(
  {
    method: 'POST',
    path: '/v2/tenders/:id/accept',
    scope: 'tenders:write',
    tag: 'Tenders',
    summary: 'Accept a tender',
    description:
      'The carrier takes over the shipments. Those that no carrier has yet become `injected` (inject), with this carrier, or `made_ready` (collect), which leaves `carrier` as it is; the others stay as they are, and so do those that the acceptance names as missing. Fires `tender.accepted`, `tender.discrepancy` when the count differs, then `shipment.injected` for each shipment that was injected.',
    body: TenderAccept,
    answers: { 200: { description: 'The tender', schema: TenderOut } },
    errors: ['tender_already_accepted', 'tender_already_cancelled', 'tender_not_acceptable', 'surplus_limit_reached'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => accept(service, acceptingOf(caller), params.id, body)),
)
