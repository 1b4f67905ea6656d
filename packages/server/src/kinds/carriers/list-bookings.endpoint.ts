import { BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, Order, Paging, Text } from '../../http/schemas.ts'
import { listBookings } from './bookings.ts'
import { bookingResource } from './resource.ts'
import { CarrierBooking } from './schema.ts'

export const listCarrierBookings = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carrier-bookings',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List carrier bookings',
    description: 'What the services of carriers were told of parcels, newest first.',
    query: Type.Object(
      {
        ...Paging,
        state: Type.Optional(Type.Enum([...BOOKING_STATES], { description: 'Only in this state' })),
        carrier: Type.Optional(Text(50, 'Only of this carrier')),
        shipment_id: Type.Optional(IdText('Only of this parcel')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of bookings', schema: ListOf(CarrierBooking) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) =>
    pageOf(query, (part, { order, ...filters }) => listBookings(service.db, { ...part, order }, filters), bookingResource),
)
