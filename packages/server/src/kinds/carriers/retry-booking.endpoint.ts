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
    description: 'Sends a booking that the carrier refused to the carrier again, after its cause has been settled.',
    answers: { 200: { description: 'The booking', schema: CarrierBooking } },
    errors: ['booking_not_refused'],
  },
  ({ service, caller }, { params, execute }) => execute(() => retryBooking(service, actingOperator(caller), params.id)),
)
