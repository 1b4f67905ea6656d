import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listFacilities as list } from './places.ts'
import { knownAreas } from './position.ts'
import { facilityAnswer } from './resource.ts'
import { FacilityOut } from './schema.ts'

export const listFacilities = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/facilities',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List facilities',
    description: 'Sorted by code.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of facilities', schema: ListOf(FacilityOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const warnings = await knownAreas()
    return pageByKey(
      await list(service.db),
      query,
      ({ code }) => code,
      (facility) => facilityAnswer(facility, warnings),
    )
  },
)
