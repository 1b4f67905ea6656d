import { WEEKDAYS } from '@backhaul/core/network.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { LocalTime, Nullable, patterned, Text } from '../../http/schemas.ts'

const MAX_DAYS = 400
const MAX_TRANSIT = 500
const MAX_SPANS = 10
const MAX_TRANSIT_DAYS = 90

const day = (example: string) =>
  Type.String({
    ...patterned('^(\\d{4}-)?\\d{2}-\\d{2}$', 'must be a day, such as 2026-11-26, or a day of every year, such as 12-25'),
    description: 'A day, such as `2026-11-26`, or the same day of every year, such as `12-25`',
    examples: [example],
  })
const Day = day('12-25')
const Exceptional = day('12-24')
const Name = Type.Optional(Nullable(Text(100, 'Name of the day, shown in refusals')))
const CutOff = Type.Optional(
  Nullable(LocalTime('Cut-off time, local to the place: parcels that are handed over before it leave on the same day')),
)
const Time24 = Type.String({
  ...patterned('^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', 'must be a time of day from 00:00 to 24:00, such as 09:00'),
  description: 'HH:MM',
  examples: ['09:00'],
})

const Holiday = Type.Object({ date: Day, name: Name }, { additionalProperties: false, title: 'Holiday', description: 'A closed day.' })

const Exception = Type.Object(
  {
    date: Exceptional,
    name: Name,
    hours: Type.Array(Type.Array(Time24, { minItems: 2, maxItems: 2 }), {
      maxItems: MAX_SPANS,
      description: 'Opening hours on that day, each as [from, to]; empty: closed',
      examples: [[['09:00', '13:00']]],
    }),
    cut_off: CutOff,
  },
  {
    additionalProperties: false,
    title: 'CalendarException',
    description: 'A day with its own hours, which may also be a day that is otherwise closed.',
  },
)

const Transit = Type.Object(
  {
    carrier: Type.Optional(Nullable(Text(40, 'Only parcels of this carrier; any carrier when absent'))),
    zone: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 20,
          description: "`local`, `regional`, `national`, `international`, or the number of a tariff's zone; any zone when absent",
          examples: ['local'],
        }),
      ),
    ),
    service_level: Type.Enum([...SERVICE_LEVELS], { description: 'Only parcels with this service level' }),
    days: Type.Integer({ minimum: 0, maximum: MAX_TRANSIT_DAYS, description: 'Working days from hand-over to delivery' }),
  },
  { additionalProperties: false, title: 'TransitDays', description: 'The transit time of parcels. The most specific row counts.' },
)

export const CalendarPut = Type.Object(
  {
    working_days: Type.Optional(
      Nullable(
        Type.Array(Type.Enum([...WEEKDAYS]), {
          maxItems: WEEKDAYS.length,
          uniqueItems: true,
          description: 'Working days of the week. When absent: for a store, the days of its opening hours; for a market, all days',
        }),
      ),
    ),
    cut_off: CutOff,
    holidays: Type.Optional(Type.Array(Holiday, { maxItems: MAX_DAYS, description: 'Closed days' })),
    exceptions: Type.Optional(Type.Array(Exception, { maxItems: MAX_DAYS, description: 'Days with other hours' })),
    timezone: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description:
            'IANA time zone. Required for a market: its days follow this time zone, unless the time zone of an address is known. Absent for a store',
          examples: ['America/New_York'],
        }),
      ),
    ),
    transit_days: Type.Optional(
      Type.Array(Transit, { maxItems: MAX_TRANSIT, description: 'Only for markets: transit times of parcels to the market' }),
    ),
  },
  { additionalProperties: false, title: 'CalendarPut', description: 'A whole calendar.' },
)

const whole = {
  subject: Type.String({ description: 'Country of a market, or id of a store' }),
  object: Type.Enum(['calendar']),
}

export const CalendarOut = Type.Object(
  {
    ...whole,
    working_days: Nullable(
      Type.Array(Type.String(), {
        description: 'Working days of the week; null: for a store, the days of its opening hours; for a market, all days',
      }),
    ),
    cut_off: Nullable(Type.String({ description: 'HH:MM; null: the end of the day' })),
    holidays: Type.Array(
      Type.Object(
        { date: Type.String({ description: 'A day' }), name: Nullable(Type.String()) },
        { title: 'HolidayRecord', description: 'A closed day.' },
      ),
      { description: 'Closed days' },
    ),
    exceptions: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: 'A day' }),
          name: Nullable(Type.String()),
          hours: Type.Array(Type.Array(Type.String()), { description: 'Opening hours; empty: closed' }),
          cut_off: Nullable(Type.String({ description: 'HH:MM; null: as on other days' })),
        },
        { title: 'CalendarExceptionRecord', description: 'A day with its own hours.' },
      ),
      { description: 'Days with other hours' },
    ),
    timezone: Nullable(Type.String()),
    transit_days: Type.Array(
      Type.Object(
        {
          carrier: Nullable(Type.String()),
          zone: Nullable(Type.String({ description: 'Null: any' })),
          service_level: Type.Enum([...SERVICE_LEVELS]),
          days: Type.Integer({ description: 'Working days' }),
        },
        { title: 'TransitDaysRecord', description: 'The transit time of parcels.' },
      ),
      { description: 'Transit times of parcels to the market' },
    ),
  },
  { title: 'Calendar', description: 'The days on which a market or a store works.' },
)

export const ListedCalendarOut = Type.Object(
  {
    ...whole,
    holidays: Type.Integer({ description: 'Number of closed days' }),
    exceptions: Type.Integer({ description: 'Number of days with other hours' }),
    transit_days: Type.Integer({ description: 'Number of transit times' }),
  },
  { title: 'ListedCalendar', description: 'The summary of a calendar.' },
)
