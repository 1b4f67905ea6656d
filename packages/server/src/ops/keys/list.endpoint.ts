import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, Paging } from '../../http/schemas.ts'
import { keyResource } from '../../partners/resource.ts'
import { KeyOut } from '../../partners/schema.ts'
import { listKeys } from '../../partners/store.ts'

export const listAllKeys = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/keys',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List keys',
    description: 'Newest first, revoked ones included, without their secrets.',
    query: Type.Object(
      {
        ...Paging,
        partner_id: Type.Optional(IdText('Only keys of this partner')),
        kind: Type.Optional(Type.Enum(['partner', 'operator'])),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of keys', schema: ListOf(KeyOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => pageOf(query, (part, filters) => listKeys(service.db, { ...filters, ...part }), keyResource),
)
