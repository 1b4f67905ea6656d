import { endpoint } from '../../http/endpoint.ts'
import { CustomsIn, CustomsOut } from '../shipments/customs-schema.ts'
import { declareCustoms } from './command.ts'

export const setCustoms = endpoint(
  {
    method: 'PUT',
    path: '/v2/shipments/:id/customs',
    scope: 'shipments:write',
    tag: 'Customs',
    summary: 'Declare the contents',
    description:
      'Sets the whole declaration; omitted values are removed. This is possible until the shipment ends, for example before a parcel in transit is redirected across a border. The request fires no event. `PATCH` of the shipment, which is possible only before the drop-off, does fire one.',
    body: CustomsIn,
    answers: { 200: { description: 'The declaration', schema: CustomsOut } },
    errors: ['customs_incomplete', 'invalid_transition'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => declareCustoms(service, caller, params.id, body)),
)
