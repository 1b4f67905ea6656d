import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { knownAreas } from './position.ts'
import { storeAnswer } from './resource.ts'
import { StoreChange, StoreOut } from './schema.ts'
import { changeStore } from './stores.ts'

export const updateStore = endpoint(
  {
    method: 'PATCH',
    path: '/v2/ops/stores/:id',
    ...OPS,
    summary: 'Change a store',
    description:
      'Changes a store. Absent fields do not change. `active: false` removes the store from the drop-off locations. Existing sweeps and manifests keep the previous facts of the store.',
    body: StoreChange,
    answers: { 200: { description: 'The store', schema: StoreOut } },
  },
  ({ service, caller }, { params, body }) =>
    shown(changeStore(service, actingOperator(caller), params.id, body), async (row) => storeAnswer(row, await knownAreas())),
)
