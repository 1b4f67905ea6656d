import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { putFacility } from './places.ts'
import { knownAreas } from './position.ts'
import { facilityAnswer } from './resource.ts'
import { FacilityOut, FacilityPut } from './schema.ts'

export const setFacility = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/facilities/:code',
    ...OPS,
    summary: 'Set a facility',
    description: 'Creates or replaces the sort facility with this code. Scans and tenders refer to it by this code.',
    body: FacilityPut,
    answers: { 200: { description: 'The facility', schema: FacilityOut } },
  },
  ({ service, caller }, { params, body }) =>
    shown(putFacility(service, actingOperator(caller), params.code, body), async (row) => facilityAnswer(row, await knownAreas())),
)
