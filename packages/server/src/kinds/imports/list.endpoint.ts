import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { KINDS, RETENTION_DAYS } from './model.ts'
import { listImports as list } from './queries.ts'
import { importResource } from './resource.ts'
import { ImportOut } from './schema.ts'

export const listImports = pagedList(
  {
    ...OPS,
    path: '/v2/ops/imports',
    summary: 'List imports',
    description: `Lists imports in progress and imports that ended in the last ${RETENTION_DAYS} days, newest first.`,
    filters: { kind: Type.Enum([...KINDS], { description: 'Only imports of this kind' }) },
    page: 'A page of imports',
    item: ImportOut,
  },
  ({ service }, { after, limit }, { kind = null }) => list(service.db, kind, after, limit),
  importResource,
)
