import { emptied, endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { removeCalendar as remove } from './calendars.ts'

export const removeCalendar = endpoint(
  {
    method: 'DELETE',
    path: '/v2/ops/calendars/:subject',
    ...OPS,
    summary: 'Remove a calendar',
    description: 'Removes a calendar, which then has no effect. Dates that were estimated with the calendar do not change.',
    answers: { 204: { description: 'Removed' } },
  },
  ({ service, caller }, { params }) => emptied(remove(service, actingOperator(caller), params.subject)),
)
