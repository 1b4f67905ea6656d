import { listEndpoint, OPS } from '../../http/list-endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { Text } from '../../http/schemas.ts'
import { knownAreas } from './position.ts'
import { storeAnswer } from './resource.ts'
import { StoreOut } from './schema.ts'
import { listStores as list } from './stores.ts'

export const listStores = listEndpoint(
  {
    ...OPS,
    path: '/v2/ops/stores',
    summary: 'List stores',
    description: 'Lists stores, newest first, including stores that are not in use.',
    filters: { code: Text(40, 'Only stores with this code'), country: Text(2, 'Only stores in this country') },
    page: 'A page of stores',
    item: StoreOut,
  },
  async ({ service }, query) => {
    const warnings = await knownAreas()
    return pageOf(
      query,
      ({ after, limit }, filter) => list(service.db, filter, after, limit),
      (store) => storeAnswer(store, warnings),
    )
  },
)
