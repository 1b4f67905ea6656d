import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { findKeyRow } from './queries.ts'
import { keyAsked, keyResource } from './resource.ts'
import { KeyOut, KeyQuery } from './schema.ts'

export const readKey = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/keys/:id',
    ...OPS,
    summary: 'Read a key',
    description: 'Returns a key, even if it is revoked, without its secrets.',
    query: KeyQuery,
    answers: { 200: { description: 'The key', schema: KeyOut } },
  },
  async ({ service, rates }, { params, query }) => {
    const key = await findKeyRow(service.db, params.id)
    if (!key) return refuse('not_found', 'No key has this id; GET /v2/ops/keys lists the keys.', { field: 'id' })
    return answer(200, await keyAsked(rates, key, query, keyResource))
  },
)
