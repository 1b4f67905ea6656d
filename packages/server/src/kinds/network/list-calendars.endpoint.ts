import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { ListedCalendarOut } from './calendar-schema.ts'
import { listCalendars as list, listedCalendar } from './calendars.ts'

export const listCalendars = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/calendars',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List calendars',
    description: 'In short, those of markets first, then those of stores, sorted by country and id.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of calendars', schema: ListOf(ListedCalendarOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => pageByKey(await list(service.db), query, ({ subject }) => subject, listedCalendar),
)
