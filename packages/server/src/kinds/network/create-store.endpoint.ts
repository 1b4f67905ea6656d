import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { StoreCreate, StoreOut } from './schema.ts'
import { addStore } from './stores.ts'

export const createStore = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/stores',
    ...OPS,
    summary: 'Add a store',
    description: 'Adds a drop-off counter. Other requests refer to it by its id, as `store_id`.',
    body: StoreCreate,
    answers: { 201: { description: 'The store', schema: StoreOut } },
    errors: ['store_code_taken'],
  },
  ({ service, caller }, { body, execute }) => execute(() => addStore(service, actingOperator(caller), body)),
)
