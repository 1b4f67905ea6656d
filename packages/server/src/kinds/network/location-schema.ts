import { WEEKDAYS } from '@backhaul/core/network.ts'
import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'

export const StoreBlockOut = Type.Object(
  {
    name: Type.String(),
    code: Type.String(),
    city: Type.String(),
    state: Nullable(Type.String()),
    postal_code: Nullable(Type.String()),
    country: Type.String({ description: 'ISO 3166-1 alpha-2 code' }),
    address: Type.String({ description: 'Street and number' }),
  },
  {
    title: 'StoreCopy',
    description: 'The store as it was when the record was created; later changes to the store do not alter this copy.',
  },
)

const Span = Type.Tuple([Type.String(), Type.String()], {
  description: 'Opening and closing time, HH:MM in the local time of the store',
  examples: [['08:00', '20:00']],
})

const Hours = Type.Object(Object.fromEntries(WEEKDAYS.map((day) => [day, Type.Optional(Type.Array(Span))])), {
  title: 'OpeningHours',
  description: 'Opening hours by weekday; closed on absent days. Null: not known.',
})

export const LocationOut = Type.Object(
  {
    object: Type.Enum(['drop_off_location']),
    store_id: Type.String({ description: 'Id that other requests use as store_id or drop_off_store_id' }),
    code: Type.String({ description: "The network's own code" }),
    name: Type.String(),
    line1: Type.String({ description: 'Street and number' }),
    city: Type.String(),
    state: Nullable(Type.String()),
    postal_code: Nullable(Type.String()),
    country: Type.String({ description: 'ISO 3166-1 alpha-2 code' }),
    lat: Type.Number({ description: 'Degrees' }),
    lon: Type.Number({ description: 'Degrees' }),
    distance_km: Nullable(Type.Number({ description: 'Straight-line distance from the searched point; null if there was no search' })),
    hours: Nullable(Hours),
    timezone: Type.String({ description: 'IANA name', examples: ['America/New_York'] }),
  },
  { title: 'DropOffLocation' },
)
