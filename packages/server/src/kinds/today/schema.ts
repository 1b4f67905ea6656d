import { NEED_KINDS } from '@backhaul/core/needs.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { LocalDate, Nullable, OwnerShown, Time } from '../../http/schemas.ts'
import { MAX_COUNTED, WINDOW_HOURS } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Address = (description: string) => Nullable(Type.String({ description }))
const Duration = (description: string) => Nullable(Type.Number({ minimum: 0, description }))

const Need = Type.Object(
  {
    kind: Type.Enum([...NEED_KINDS], {
      description:
        'What needs attention. `unmatched_scan`, `key_undecided` and the kinds that begin with `carrier_` are for operators only',
    }),
    stage: Nullable(Type.Enum([...STATUSES], { description: 'For parcels that have not moved: their status' })),
    day: Nullable(
      LocalDate('For pickups: the day at the store. While only some stores are past midnight, there is one entry for each of the two days'),
    ),
    count: Count(`Number of items, at most ${MAX_COUNTED.toLocaleString('en-US')}`),
    is_more: Type.Boolean({ description: 'Whether there are more items than `count`' }),
    oldest_at: Nullable(Time('Time since which the oldest item has been waiting')),
    list: Type.String({ description: 'Address of the list with these items' }),
  },
  { title: 'TodayNeed', description: 'One kind of item that needs attention, with its number of items' },
)

const Reached = Type.Object(
  {
    status: Type.Enum([...STATUSES], { description: 'A status of parcels' }),
    count: Count('Number of parcels that reached the status'),
    list: Address('Address of the events that are counted'),
  },
  { title: 'TodayReached', description: 'Number of parcels that reached a status' },
)

const Hour = Type.Object(
  { hour: Time('Start of the hour'), count: Count('Number of scans that moved a parcel') },
  { title: 'TodayHour', description: 'Number of scans in an hour' },
)

const Step = Type.Object(
  {
    from: Type.Enum([...STATUSES], { description: 'Status that the parcels left' }),
    to: Type.Enum([...STATUSES], { description: 'Status that the parcels reached' }),
    count: Count('Number of parcels that took this step'),
    median_s: Duration('Half of the parcels took at most this many seconds; accurate to about 10%'),
    p95_s: Duration('19 of 20 parcels took at most this many seconds; accurate to about 10%'),
    list: Type.String({ description: 'Address of the list with these parcels' }),
  },
  { title: 'TodayStep', description: 'How long parcels took from one status to the next' },
)

export const TodaySteps = Type.Object(
  {
    object: Type.Enum(['today_steps']),
    from: Type.Enum([...STATUSES], { description: 'Status that the parcels left' }),
    to: Type.Enum([...STATUSES], { description: 'Status that the parcels reached' }),
    is_all: Type.Boolean({ description: 'Whether all parcels of the window were considered; if false, only the newest were' }),
    data: Type.Array(
      Type.Object(
        {
          shipment_id: Type.String(),
          ...OwnerShown,
          tracking: Type.String(),
          from_at: Time('Time when the parcel reached `from`'),
          to_at: Time('Time when the parcel reached `to`'),
          seconds: Type.Number({ minimum: 0, description: 'Seconds that the step took' }),
        },
        { title: 'TodayStepOfParcel', description: 'How long one parcel took for a step' },
      ),
      { description: 'Slowest first' },
    ),
  },
  { title: 'TodaySteps', description: 'The parcels that took a step' },
)

const Deliveries = Type.Object(
  {
    delivered: Count('Number of deliveries that a receiver accepted'),
    failed: Count('Number of attempts that failed'),
    exhausted: Count('Number of deliveries that were given up after their last attempt'),
    median_ms: Duration(
      'Half of the accepted deliveries were accepted at most this many milliseconds after their event; accurate to about 10%',
    ),
    p95_ms: Duration('19 of 20 accepted deliveries were accepted at most this many milliseconds after their event; accurate to about 10%'),
    lists: Type.Object(
      {
        delivered: Type.String({ description: 'Accepted deliveries' }),
        exhausted: Type.String({ description: 'Deliveries that were given up' }),
      },
      {
        title: 'TodayDeliveryLists',
        description:
          'Addresses of the lists of deliveries for events in the window. The numbers can differ from these lists, because they depend on the time of the attempt and include deleted webhooks',
      },
    ),
  },
  {
    title: 'TodayDeliveries',
    description:
      "Attempts to send events to webhooks; attempts of the last few seconds may be missing. Latencies cover the time since the start of the window's first day (UTC)",
  },
)

export const TodayOut = Type.Object(
  {
    object: Type.Enum(['today']),
    now: Time("The caller's time; a partner in the sandbox has its own clock"),
    as_of: Nullable(Time('Time up to which everything is counted; null: counting has not begun')),
    complete: Type.Boolean({ description: 'Whether everything that was committed before this request is counted' }),
    window: Type.Object(
      { from: Time('Start of the first hour'), to: Time('End of the window: now') },
      { description: `The last ${WINDOW_HOURS} hours, the period of \`funnel\`, \`scans_per_hour\`, \`stages\` and \`deliveries\`` },
    ),
    needs: Type.Array(Need, { description: 'What needs attention now: each kind with its number of items, which may be 0' }),
    funnel: Type.Array(Reached, {
      description: 'Number of parcels that reached each status, in the order in which parcels usually reach the statuses',
    }),
    scans_per_hour: Type.Array(Hour, { description: 'Every hour of the window, oldest first' }),
    stages: Type.Array(Step, {
      description:
        "How long parcels took from one status to the next, most frequent step first. Covers the time since the start of the window's first day (UTC)",
    }),
    deliveries: Deliveries,
  },
  { title: 'Today', description: 'What needs attention now, and the last seven days in numbers' },
)
