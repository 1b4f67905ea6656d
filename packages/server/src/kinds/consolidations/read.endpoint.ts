import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { consolidationNotFound } from './command.ts'
import { findConsolidation, readMembers } from './queries.ts'
import { consolidationDetail } from './resource.ts'
import { ConsolidationOut } from './schema.ts'

export const readConsolidation = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/consolidations/:id',
    ...OPS,
    summary: 'Read a consolidation',
    description:
      'Returns a consolidation with its tenders and sweeps, the number of parcels expected from each, and the totals by partner.',
    answers: { 200: { description: 'The consolidation', schema: ConsolidationOut } },
  },
  async ({ service }, { params }) => {
    const row = await findConsolidation(service.db, params.id)
    return row ? answer(200, consolidationDetail(row, await readMembers(service.db, row.id))) : consolidationNotFound()
  },
)
