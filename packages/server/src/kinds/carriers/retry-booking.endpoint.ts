import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { retryBooking } from './retry.ts'
import { CarrierBooking } from './schema.ts'

export const retryCarrierBooking = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-bookings/:id/retry',
    ...OPS,
    summary: 'Retry a carrier booking',
    description:
      'Sends a refused booking to the carrier again: first settle the cause of the refusal. Also sends an `undecided` booking again, which buys another label: first check with the carrier that it sold none. If the parcel is not coming anymore, the booking becomes `void` instead.',
    answers: { 200: { description: 'The booking', schema: CarrierBooking } },
    errors: ['booking_not_refused'],
  },
  ({ service, caller }, { params, execute }) => execute(() => retryBooking(service, actingOperator(caller), params.id)),
)
