import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { findImport } from './queries.ts'
import { importDetail } from './resource.ts'
import { ImportDetail } from './schema.ts'

export const readImport = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/imports/:id',
    ...OPS,
    summary: 'Read an import',
    description:
      'Returns the progress of an import and the errors in the file. Repeat the request every second or two until `ended_at` is set.',
    answers: { 200: { description: 'The import', schema: ImportDetail } },
  },
  async ({ service }, { params }) => {
    const row = await findImport(service.db, params.id)
    if (!row) return refuse('not_found', 'No import has this id; GET /v2/ops/imports lists the imports of the last month.', { field: 'id' })
    return answer(200, importDetail(row))
  },
)
