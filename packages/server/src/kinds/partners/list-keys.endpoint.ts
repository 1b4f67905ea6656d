import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, Paging } from '../../http/schemas.ts'
import { listKeys } from './queries.ts'
import { keyResource } from './resource.ts'
import { KeyOut } from './schema.ts'

export const listAllKeys = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/keys',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List keys',
    description: 'Newest first, including revoked keys, without their secrets.',
    query: Type.Object(
      {
        ...Paging,
        partner_id: Type.Optional(IdText('Only keys of this partner')),
        kind: Type.Optional(Type.Enum(['partner', 'operator'])),
        undecided: Type.Optional(Type.Enum(['true'], { description: 'Only keys that wait for a decision because their maker left' })),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of keys', schema: ListOf(KeyOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => pageOf(query, (part, filters) => listKeys(service.db, { ...filters, ...part }), keyResource),
)
