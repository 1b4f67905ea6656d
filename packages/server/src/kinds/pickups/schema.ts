import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { Type } from 'typebox'
import { IdText, LocalDate, LocalTime, Nullable, OwnerShown, Time } from '../../http/schemas.ts'

const MAX_PACKAGES = 1_000

export const PickupCreate = Type.Object(
  {
    shipment_id: IdText('The shipment to collect'),
    store_id: Type.Optional(IdText('Where to collect it. When absent: the store that took it in, else the one it is routed to')),
    date: LocalDate('Store-local day'),
    window_start: LocalTime('Store-local time, HH:MM'),
    window_end: LocalTime('Store-local time, HH:MM, later than window_start; not in the past'),
    package_count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PACKAGES, description: 'How many packages; 1 when absent' })),
  },
  { additionalProperties: false, title: 'PickupCreate' },
)

export const PickupDayOut = Type.Object(
  {
    object: Type.Enum(['pickup_day']),
    date: LocalDate('Store-local day'),
    open: Type.Boolean({ description: 'Whether the location works on that day' }),
    name: Nullable(Type.String({ description: 'What the day is called, such as a holiday' })),
    cut_off: Nullable(Type.String({ description: 'HH:MM; what is handed over later leaves on the next day. Null: there is none' })),
    windows: Type.Array(Type.Array(Type.String()), {
      description: 'When it can be collected from, each as [from, to] in HH:MM local to the location',
      examples: [[['08:00', '20:00']]],
    }),
  },
  { title: 'PickupDay', description: 'A day at a location, as pickups can be booked.' },
)

export const PickupAmend = Type.Object(
  { status: Type.Enum(['cancelled'], { description: 'The only change that is supported' }) },
  { additionalProperties: false, title: 'PickupAmend' },
)

export const PickupOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['pickup']),
    shipment_id: Type.String(),
    store_id: Type.String({ description: 'Where it is collected' }),
    sweep_id: Type.String({ description: 'The visit that collects it' }),
    confirmation_code: Type.String({ description: 'Unique, and short enough to read out', examples: ['7K3F-9QXM'] }),
    date: LocalDate('Store-local day'),
    window_start: LocalTime('Store-local time'),
    window_end: LocalTime('Store-local time'),
    package_count: Type.Integer(),
    status: Type.Enum([...PICKUP_STATUSES]),
    collected_at: Nullable(Time('When a driver collected the parcel, by the first such scan; null until one is reported')),
    created_at: Time('When it was booked'),
    cancelled_at: Nullable(Time('When it was cancelled')),
    ...OwnerShown,
  },
  { title: 'Pickup' },
)
