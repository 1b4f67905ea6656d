import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { removeCalendar as remove } from './calendars.ts'

export const removeCalendar = endpoint(
  {
    method: 'DELETE',
    path: '/v2/ops/calendars/:subject',
    ...OPS,
    summary: 'Remove a calendar',
    description: 'Everything is as it was without it. Days that were estimated by it stay.',
    answers: { 204: { description: 'Removed' } },
  },
  async ({ service, caller }, { params }) => {
    const refusal = await remove(service, actingOperator(caller), params.subject)
    return isRefusal(refusal) ? refusal : { status: 204, body: null }
  },
)
