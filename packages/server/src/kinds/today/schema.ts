import { NEED_KINDS } from '@backhaul/core/needs.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { LocalDate, Nullable, OwnerShown, Time } from '../../http/schemas.ts'
import { MOST_COUNTED, WINDOW_HOURS } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Address = (description: string) => Nullable(Type.String({ description }))
const Duration = (description: string) => Nullable(Type.Number({ minimum: 0, description }))

const Need = Type.Object(
  {
    kind: Type.Enum([...NEED_KINDS], {
      description: 'What needs attention. `unmatched_scan`, `key_undecided` and the kinds about a carrier are for operators only',
    }),
    stage: Nullable(Type.Enum([...STATUSES], { description: 'Of parcels that have not moved: where they are' })),
    day: Nullable(LocalDate('Of pickups: the day at the store; two days when it is past midnight at some stores only')),
    count: Count(`How many there are, at most ${MOST_COUNTED.toLocaleString('en-US')}`),
    is_more: Type.Boolean({ description: 'Whether there are more than `count`' }),
    oldest_at: Nullable(Time('Since when the oldest of them has been waiting')),
    list: Type.String({ description: 'The address of the list in which they are' }),
  },
  { title: 'TodayNeed', description: 'One kind of what needs somebody, with its number' },
)

const Reached = Type.Object(
  {
    status: Type.Enum([...STATUSES], { description: 'A status on the way of a parcel' }),
    count: Count('Parcels that came to it'),
    list: Address('The address of the events that are counted'),
  },
  { title: 'TodayReached', description: 'How many parcels came to a status' },
)

const Hour = Type.Object(
  { hour: Time('When the hour begins'), count: Count('Scans that moved a parcel') },
  { title: 'TodayHour', description: 'How many scans there were in an hour' },
)

const Step = Type.Object(
  {
    from: Type.Enum([...STATUSES], { description: 'The status that parcels left' }),
    to: Type.Enum([...STATUSES], { description: 'The status that they came to' }),
    count: Count('How many took this step'),
    median_s: Duration('Half of them took at most so many seconds, to within a tenth'),
    p95_s: Duration('19 of 20 took at most so many seconds, to within a tenth'),
    list: Type.String({ description: 'The address of the parcels that took it' }),
  },
  { title: 'TodayStep', description: 'How long parcels took from one status to the next' },
)

export const TodaySteps = Type.Object(
  {
    object: Type.Enum(['today_steps']),
    from: Type.Enum([...STATUSES], { description: 'The status that they left' }),
    to: Type.Enum([...STATUSES], { description: 'The status that they came to' }),
    is_all: Type.Boolean({ description: 'Whether these are all of the window; else only the newest were looked at' }),
    data: Type.Array(
      Type.Object(
        {
          shipment_id: Type.String(),
          ...OwnerShown,
          tracking: Type.String(),
          from_at: Time('When it came to `from`'),
          to_at: Time('When it came to `to`'),
          seconds: Type.Number({ minimum: 0, description: 'How long it took' }),
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
    delivered: Count('Deliveries that a receiver accepted'),
    failed: Count('Attempts that failed'),
    exhausted: Count('Deliveries that were given up after their last attempt'),
    median_ms: Duration('Half of the accepted ones were accepted at most so many milliseconds after their event, to within a tenth'),
    p95_ms: Duration('The same for 19 of 20'),
    lists: Type.Object(
      {
        delivered: Type.String({ description: 'Of those that were accepted' }),
        exhausted: Type.String({ description: 'Of those that were given up' }),
      },
      {
        title: 'TodayDeliveryLists',
        description:
          'The addresses of the deliveries of events of the window. The numbers go by the time of the attempt, and also have those of deleted webhooks',
      },
    ),
  },
  {
    title: 'TodayDeliveries',
    description:
      "Attempts at webhooks; those of the last seconds may be missing. Latencies are from the beginning of the window's first day (UTC) on",
  },
)

export const TodayOut = Type.Object(
  {
    object: Type.Enum(['today']),
    now: Time("The caller's time; a partner of the sandbox has a clock of its own"),
    as_of: Nullable(Time('Up to here everything is counted; null: counting has not begun')),
    complete: Type.Boolean({ description: 'Whether everything that was committed before this request is counted' }),
    window: Type.Object(
      { from: Time('The beginning of its first hour'), to: Time('Its end: now') },
      { description: `The last ${WINDOW_HOURS} hours, which \`funnel\`, \`scans_per_hour\`, \`stages\` and \`deliveries\` are about` },
    ),
    needs: Type.Array(Need, { description: 'What needs somebody now, each kind with its number, which may be 0' }),
    funnel: Type.Array(Reached, { description: 'How many parcels came to each status, in the order of their way' }),
    scans_per_hour: Type.Array(Hour, { description: 'Every hour of the window, oldest first' }),
    stages: Type.Array(Step, {
      description:
        "How long parcels took from one status to the next, most frequent first; from the beginning of the window's first day (UTC) on",
    }),
    deliveries: Deliveries,
  },
  { title: 'Today', description: 'What needs somebody now, and the last seven days in numbers' },
)
