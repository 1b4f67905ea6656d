import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint } from '../../http/endpoint.ts'
import { locationResource } from './location-resource.ts'
import { LocationOut } from './location-schema.ts'
import { isStoreId } from './queries.ts'

export const readDropOffLocation = endpoint(
  {
    method: 'GET',
    path: '/v2/drop-off-locations/:store_id',
    scope: 'shipments:read',
    tag: 'Locations',
    summary: 'Read a drop-off location',
    description: 'Returns the location with this store_id, even if it no longer accepts parcels.',
    answers: { 200: { description: 'The location', schema: LocationOut } },
  },
  async ({ service: { network } }, { params: { store_id } }) => {
    const store = isStoreId(store_id) ? await network.store(store_id) : null
    if (!store)
      return refuse('not_found', 'No drop-off location has this id; find one with GET /v2/drop-off-locations.', { field: 'store_id' })
    return answer(200, locationResource(store, null))
  },
)
