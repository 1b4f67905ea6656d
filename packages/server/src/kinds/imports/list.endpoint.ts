import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { KEPT_DAYS, KINDS } from './model.ts'
import { listImports as list } from './queries.ts'
import { importResource } from './resource.ts'
import { ImportOut } from './schema.ts'

export const listImports = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/imports',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List imports',
    description: `Newest first: those under way, and those that ended in the last ${KEPT_DAYS} days.`,
    query: Type.Object(
      { ...Paging, kind: Type.Optional(Type.Enum([...KINDS], { description: 'Only of this kind' })) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of imports', schema: ListOf(ImportOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => pageOf(query, ({ after, limit }, { kind = null }) => list(service.db, kind, after, limit), importResource),
)
