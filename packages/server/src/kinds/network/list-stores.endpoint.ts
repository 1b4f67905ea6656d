import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging, Text } from '../../http/schemas.ts'
import { knownAreas } from './position.ts'
import { storeAnswer } from './resource.ts'
import { StoreOut } from './schema.ts'
import { listStores as list } from './stores.ts'

export const listStores = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/stores',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List stores',
    description: 'Newest first, including stores that are not in use.',
    query: Type.Object(
      { ...Paging, code: Type.Optional(Text(40, 'With this code')), country: Type.Optional(Text(2, 'In this country')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of stores', schema: ListOf(StoreOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const warnings = await knownAreas()
    return pageOf(
      query,
      ({ after, limit }, filter) => list(service.db, filter, after, limit),
      (store) => storeAnswer(store, warnings),
    )
  },
)
