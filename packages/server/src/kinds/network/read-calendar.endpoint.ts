import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { CalendarOut } from './calendar-schema.ts'
import { calendarResource, findCalendar, unknownCalendar } from './calendars.ts'

export const readCalendar = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/calendars/:subject',
    ...OPS,
    summary: 'Read a calendar',
    description:
      'Returns the calendar of a market, by its country, or of a store, by its id. To set the same calendar again, send the answer back without `subject` and `object`.',
    answers: { 200: { description: 'The calendar', schema: CalendarOut } },
  },
  async ({ service }, { params }) => {
    const found = await findCalendar(service.db, params.subject)
    return found ? answer(200, calendarResource(found)) : unknownCalendar()
  },
)
