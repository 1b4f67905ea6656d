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
const Name = Type.Optional(Nullable(Text(100, 'What the day is called; refusals name it')))
const CutOff = Type.Optional(Nullable(LocalTime('Until when what is handed over leaves on the same day, local to the place')))
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
      description: 'When it is open on that day, each as [from, to]; none: it is closed',
      examples: [[['09:00', '13:00']]],
    }),
    cut_off: CutOff,
  },
  {
    additionalProperties: false,
    title: 'CalendarException',
    description: 'A day with hours of its own, also one that is closed otherwise.',
  },
)

const Transit = Type.Object(
  {
    carrier: Type.Optional(Nullable(Text(40, 'Only by this carrier; any when absent'))),
    zone: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 20,
          description: "`local`, `regional`, `national`, `international`, or the number of a tariff's zone; any when absent",
          examples: ['local'],
        }),
      ),
    ),
    service_level: Type.Enum([...SERVICE_LEVELS], { description: 'With this service' }),
    days: Type.Integer({ minimum: 0, maximum: MAX_TRANSIT_DAYS, description: 'Working days from the hand-over to the delivery' }),
  },
  { additionalProperties: false, title: 'TransitDays', description: 'How long parcels are under way. The most particular row counts.' },
)

export const CalendarPut = Type.Object(
  {
    working_days: Type.Optional(
      Nullable(
        Type.Array(Type.Enum([...WEEKDAYS]), {
          maxItems: WEEKDAYS.length,
          uniqueItems: true,
          description: "Days of the week on which it works. When absent: a store's those of its opening hours, a market's all",
        }),
      ),
    ),
    cut_off: CutOff,
    holidays: Type.Optional(Type.Array(Holiday, { maxItems: MAX_DAYS, description: 'Days on which it is closed' })),
    exceptions: Type.Optional(Type.Array(Exception, { maxItems: MAX_DAYS, description: 'Days with other hours' })),
    timezone: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'IANA name. Required for a market, whose days begin by it where an address says no better; absent for a store',
          examples: ['America/New_York'],
        }),
      ),
    ),
    transit_days: Type.Optional(
      Type.Array(Transit, { maxItems: MAX_TRANSIT, description: 'Of markets only: how long parcels to it are under way' }),
    ),
  },
  { additionalProperties: false, title: 'CalendarPut', description: 'A calendar as a whole.' },
)

const whole = {
  subject: Type.String({ description: 'Whose it is: the country of a market, or the id of a store' }),
  object: Type.Enum(['calendar']),
}

export const CalendarOut = Type.Object(
  {
    ...whole,
    working_days: Nullable(Type.Array(Type.String(), { description: 'Days of the week; null: by opening hours, and of a market all' })),
    cut_off: Nullable(Type.String({ description: 'HH:MM; null: until the day ends' })),
    holidays: Type.Array(
      Type.Object(
        { date: Type.String({ description: 'A day' }), name: Nullable(Type.String()) },
        { title: 'HolidayRecord', description: 'A closed day.' },
      ),
      { description: 'Days on which it is closed' },
    ),
    exceptions: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: 'A day' }),
          name: Nullable(Type.String()),
          hours: Type.Array(Type.Array(Type.String()), { description: 'When it is open; none: closed' }),
          cut_off: Nullable(Type.String({ description: 'HH:MM; null: as on other days' })),
        },
        { title: 'CalendarExceptionRecord', description: 'A day with hours of its own.' },
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
        { title: 'TransitDaysRecord', description: 'How long parcels are under way.' },
      ),
      { description: 'How long parcels to it are under way' },
    ),
  },
  { title: 'Calendar', description: 'On which days a market or a store works.' },
)

export const ListedCalendarOut = Type.Object(
  {
    ...whole,
    holidays: Type.Integer({ description: 'How many' }),
    exceptions: Type.Integer({ description: 'How many' }),
    transit_days: Type.Integer({ description: 'How many rows' }),
  },
  { title: 'ListedCalendar', description: 'A calendar in short.' },
)
