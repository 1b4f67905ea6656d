import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { knownAreas } from './position.ts'
import { storeAnswer } from './resource.ts'
import { StoreOut } from './schema.ts'
import { findStore, storeNotFound } from './stores.ts'

export const readStore = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/stores/:id',
    ...OPS,
    summary: 'Read a store',
    description: 'Returns a store, even if it is not in use.',
    answers: { 200: { description: 'The store', schema: StoreOut } },
  },
  async ({ service }, { params }) => {
    const store = await findStore(service.db, params.id)
    return store ? answer(200, storeAnswer(store, await knownAreas())) : storeNotFound()
  },
)
