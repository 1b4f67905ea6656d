import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listOwnKeys as list, seenScopes } from './own-keys.ts'
import { ownKeyResource } from './resource.ts'
import { KeyOut } from './schema.ts'

export const listOwnKeys = endpoint(
  {
    method: 'GET',
    path: '/v2/keys',
    auth: 'signed',
    scope: null,
    partner_only: true,
    tag: 'Keys',
    summary: 'List your keys',
    description:
      "Newest first, including revoked keys, without their secrets: those whose scopes the caller has, too. Somebody who signed in to read a partner's things sees all of its keys.",
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of keys', schema: ListOf(KeyOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service, caller }, { query }) =>
    pageOf(query, ({ after, limit }) => list(service.db, caller.partner.id, seenScopes(caller), after, limit), ownKeyResource),
)
