import { emptied, endpoint } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { changeWebhook } from './command.ts'
import { decideDelete } from './decide.ts'

export const deleteWebhook = endpoint(
  {
    method: 'DELETE',
    path: '/v2/webhooks/:id',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook. No further attempt starts. Pending deliveries become `skipped`. Their events remain in the feed.',
    answers: { 204: { description: 'Deleted' } },
  },
  (context, { params, execute }) =>
    emptied(
      changeWebhook(context, execute, params.id, async (webhook) => {
        return { next: decideDelete(webhook, iso(context.service.clock.now())), status: 204, body: '' }
      }),
    ),
)
