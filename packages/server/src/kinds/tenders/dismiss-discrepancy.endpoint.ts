import { endpoint } from '../../http/endpoint.ts'
import { dismissDiscrepancy } from './command.ts'
import { TenderDiscrepancyDismiss, TenderOut } from './schema.ts'

export const dismissTenderDiscrepancy = endpoint(
  {
    method: 'POST',
    path: '/v2/tenders/:id/dismiss-discrepancy',
    scope: 'tenders:write',
    tag: 'Tenders',
    summary: "Dismiss a tender's discrepancy",
    description:
      'Records why the discrepancy needs no further work. The tender keeps its discrepancy, shows the note in `dismissal`, and no longer appears in `GET /v2/today`. No event reports it.',
    body: TenderDiscrepancyDismiss,
    answers: { 200: { description: 'The tender', schema: TenderOut } },
    errors: ['tender_without_discrepancy', 'discrepancy_already_dismissed'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => dismissDiscrepancy(service, caller, params.id, body.note)),
)
