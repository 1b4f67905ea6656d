import { answer, endpoint } from '../../http/endpoint.ts'
import { whole } from '../../http/lists.ts'
import { ListOf } from '../../http/schemas.ts'
import { listFacilities } from '../places.ts'
import { facilityResource } from '../resource.ts'
import { FacilityOut } from '../schema.ts'

export const listAllFacilities = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/facilities',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List facilities',
    description: 'All of them at once, by code: there are few.',
    answers: { 200: { description: 'All facilities', schema: ListOf(FacilityOut) } },
    errors: [],
  },
  async ({ service }) => answer(200, whole((await listFacilities(service.db)).map(facilityResource))),
)
