import { keyedList, OPS } from '../../http/list-endpoint.ts'
import { ListedCalendarOut } from './calendar-schema.ts'
import { listCalendars as list, listedCalendar } from './calendars.ts'

export const listCalendars = keyedList(
  {
    ...OPS,
    path: '/v2/ops/calendars',
    summary: 'List calendars',
    description: 'Lists summaries of calendars: first the calendars of markets, then of stores, sorted by country and id.',
    page: 'A page of calendars',
    item: ListedCalendarOut,
  },
  ({ service }) => list(service.db),
  ({ subject }) => subject,
  listedCalendar,
)
