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
      'Records that the carrier takes over the shipments. A shipment that is not yet with a carrier becomes `injected` with this carrier (inject), or `made_ready` without a change of `carrier` (collect). Other shipments, and shipments that the acceptance names as missing, do not change. Fires `tender.accepted`, `tender.discrepancy` if the count differs, then `shipment.injected` for each injected shipment.',
    body: TenderAccept,
    answers: { 200: { description: 'The tender', schema: TenderOut } },
    errors: ['tender_already_accepted', 'tender_already_cancelled', 'tender_not_acceptable', 'surplus_limit_reached'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => accept(service, acceptingOf(caller), params.id, body)),
)
