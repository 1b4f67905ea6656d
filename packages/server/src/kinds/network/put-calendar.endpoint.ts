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
      'Sets the whole calendar of a market (by its country) or of a store (by its id): the days on which it works. New and amended shipments get their `estimated_delivery_date` from it. Pickups on closed days are refused only if the policy says so (`pickups_on_closed_days`). A store follows its own calendar first, then the calendar of its market, then its opening hours.',
    body: CalendarPut,
    answers: { 200: { description: 'The calendar', schema: CalendarOut } },
  },
  ({ service, caller }, { params, body }) => shown(putCalendar(service, actingOperator(caller), params.subject, body), calendarResource),
)
