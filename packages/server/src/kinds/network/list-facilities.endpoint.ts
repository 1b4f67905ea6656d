import { listEndpoint, OPS } from '../../http/list-endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { listFacilities as list } from './places.ts'
import { knownAreas } from './position.ts'
import { facilityAnswer } from './resource.ts'
import { FacilityOut } from './schema.ts'

export const listFacilities = listEndpoint(
  {
    ...OPS,
    path: '/v2/ops/facilities',
    summary: 'List facilities',
    description: 'Lists facilities, sorted by code.',
    page: 'A page of facilities',
    item: FacilityOut,
  },
  async ({ service }, query) => {
    const warnings = await knownAreas()
    return pageByKey(
      await list(service.db),
      query,
      ({ code }) => code,
      (facility) => facilityAnswer(facility, warnings),
    )
  },
)
