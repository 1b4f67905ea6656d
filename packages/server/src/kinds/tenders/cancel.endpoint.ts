import { endpoint } from '../../http/endpoint.ts'
import { cancelTender as cancel } from './command.ts'
import { TenderOut } from './schema.ts'

export const cancelTender = endpoint(
  {
    method: 'POST',
    path: '/v2/tenders/:id/cancel',
    scope: 'tenders:write',
    tag: 'Tenders',
    summary: 'Cancel a tender',
    description:
      'Cancels a tender that was not accepted. Its members do not change and can be tendered again. No event reports the cancellation. The tender shows it in `status` and `cancelled_at`.',
    answers: { 200: { description: 'The tender', schema: TenderOut } },
    errors: ['tender_already_accepted', 'tender_already_cancelled'],
  },
  ({ service, caller }, { params, execute }) => execute(() => cancel(service, caller, params.id)),
)
