import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { Type } from 'typebox'
import { IdText, LocalDate, LocalTime, Nullable, OwnerShown, Time } from '../../http/schemas.ts'

const MAX_PACKAGES = 1_000

export const PickupCreate = Type.Object(
  {
    shipment_id: IdText('The shipment to collect'),
    store_id: Type.Optional(
      IdText('Store where the parcel is collected. Default: the store that took it in, else the store that it is routed to'),
    ),
    date: LocalDate('Store-local day'),
    window_start: LocalTime('Store-local time, HH:MM'),
    window_end: LocalTime('Store-local time, HH:MM, later than window_start; not in the past'),
    package_count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PACKAGES, description: 'Number of packages; 1 when absent' })),
  },
  { additionalProperties: false, title: 'PickupCreate' },
)

export const PickupDayOut = Type.Object(
  {
    object: Type.Enum(['pickup_day']),
    date: LocalDate('Store-local day'),
    open: Type.Boolean({ description: 'Whether the location works on that day' }),
    name: Nullable(Type.String({ description: 'Name of the day, such as a holiday' })),
    cut_off: Nullable(
      Type.String({ description: 'HH:MM; parcels that are handed over later leave on the next day. Null without a cut-off' }),
    ),
    windows: Type.Array(Type.Array(Type.String()), {
      description: 'Windows for collection, each as [from, to] in HH:MM local to the location',
      examples: [[['08:00', '20:00']]],
    }),
  },
  { title: 'PickupDay', description: 'A day at a location, with its windows for pickups.' },
)

export const PickupAmend = Type.Object(
  { status: Type.Enum(['cancelled'], { description: 'The only supported change' }) },
  { additionalProperties: false, title: 'PickupAmend' },
)

export const PickupOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['pickup']),
    shipment_id: Type.String(),
    store_id: Type.String({ description: 'Store where the parcel is collected' }),
    sweep_id: Type.String({ description: 'Sweep that collects the parcel' }),
    confirmation_code: Type.String({ description: 'Unique, and short enough to read aloud', examples: ['7K3F-9QXM'] }),
    date: LocalDate('Store-local day'),
    window_start: LocalTime('Store-local time'),
    window_end: LocalTime('Store-local time'),
    package_count: Type.Integer(),
    status: Type.Enum([...PICKUP_STATUSES]),
    collected_at: Nullable(Time('Time when a driver collected the parcel, by the first collection scan; null before a collection scan')),
    created_at: Time('Time of the booking'),
    cancelled_at: Nullable(Time('Time of the cancellation')),
    ...OwnerShown,
  },
  { title: 'Pickup' },
)
