import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { readCarrier } from '../network/places.ts'
import { carrierResource } from '../network/resource.ts'
import { CarrierOut, CarrierPut } from '../network/schema.ts'
import { putCarrier } from './put.ts'

export const setCarrier = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/carriers/:code',
    ...OPS,
    summary: 'Set a carrier',
    description:
      'Creates or replaces the carrier with this code. An inactive carrier gets no new shipments, and its service gets no bookings and no requests for reports.',
    body: CarrierPut,
    answers: { 200: { description: 'The carrier', schema: CarrierOut } },
    errors: ['carrier_service_in_use'],
  },
  ({ service, caller }, { params, body }) =>
    shown(putCarrier(service, actingOperator(caller), params.code, body), async ({ code }) =>
      carrierResource(await readCarrier(service.db, code)),
    ),
)
