import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { KEPT_DAYS, KINDS } from './model.ts'
import { listImports as list } from './queries.ts'
import { importResource } from './resource.ts'
import { ImportOut } from './schema.ts'

export const listImports = pagedList(
  {
    ...OPS,
    path: '/v2/ops/imports',
    summary: 'List imports',
    description: `Newest first: those under way, and those that ended in the last ${KEPT_DAYS} days.`,
    filters: { kind: Type.Enum([...KINDS], { description: 'Only of this kind' }) },
    page: 'A page of imports',
    item: ImportOut,
  },
  ({ service }, { after, limit }, { kind = null }) => list(service.db, kind, after, limit),
  importResource,
)
