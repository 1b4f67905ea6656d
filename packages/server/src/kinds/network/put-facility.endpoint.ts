import { isRefusal } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
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
  async ({ service, caller }, { params, body }) => {
    const facility = await putFacility(service, actingOperator(caller), params.code, body)
    return isRefusal(facility) ? facility : answer(200, facilityAnswer(facility, await knownAreas()))
  },
)
