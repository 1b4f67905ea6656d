import { BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText, Order, Text } from '../../http/schemas.ts'
import { listBookings } from './bookings.ts'
import { bookingResource } from './resource.ts'
import { CarrierBooking } from './schema.ts'

export const listCarrierBookings = pagedList(
  {
    ...OPS,
    path: '/v2/ops/carrier-bookings',
    summary: 'List carrier bookings',
    description: 'Lists the bookings of parcels with the services of carriers, newest first.',
    filters: {
      state: Type.Enum([...BOOKING_STATES], { description: 'Only bookings in this state' }),
      carrier: Text(50, 'Only bookings of this carrier'),
      shipment_id: IdText('Only bookings of this parcel'),
      order: Order,
    },
    page: 'A page of bookings',
    item: CarrierBooking,
  },
  ({ service }, part, filters) => listBookings(service.db, part, filters),
  bookingResource,
)
