import { answer, endpoint } from '../../http/endpoint.ts'
import { findOwnKey, ownKeyNotFound } from './own-keys.ts'
import { keyAsked, ownKeyResource } from './resource.ts'
import { KeyOut, KeyQuery } from './schema.ts'

export const readOwnKey = endpoint(
  {
    method: 'GET',
    path: '/v2/keys/:id',
    scope: null,
    partner_only: true,
    tag: 'Keys',
    summary: 'Read one of your keys',
    description: 'Returns a key from your list of keys, even if it is revoked, without its secrets.',
    query: KeyQuery,
    answers: { 200: { description: 'The key', schema: KeyOut } },
  },
  async ({ service, caller, rates }, { params, query }) => {
    const key = await findOwnKey(service.db, caller, params.id)
    return key ? answer(200, await keyAsked(rates, key, query, ownKeyResource)) : ownKeyNotFound()
  },
)
