import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { CalendarOut, CalendarPut } from './calendar-schema.ts'
import { calendarResource, putCalendar } from './calendars.ts'

export const setCalendar = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/calendars/:subject',
    ...OPS,
    summary: 'Set a calendar',
    description:
      'Sets on which days a market (by its country) or a store (by its id) works, the whole calendar at once. New and amended shipments have an `estimated_delivery_date` by it; it refuses no pickup unless the policy says so (`pickups_on_closed_days`). A store goes by its own calendar first, then by that of its market, then by its opening hours.',
    body: CalendarPut,
    answers: { 200: { description: 'The calendar', schema: CalendarOut } },
  },
  ({ service, caller }, { params, body }) => shown(putCalendar(service, actingOperator(caller), params.subject, body), calendarResource),
)
