import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint } from '../../http/endpoint.ts'
import { storeReachOf } from '../../service/reach.ts'
import { findSweep } from './queries.ts'
import { sweepResource } from './resource.ts'
import { SweepOut } from './schema.ts'

export const readSweep = endpoint(
  {
    method: 'GET',
    path: '/v2/sweeps/:id',
    scope: 'shipments:read',
    tag: 'Sweeps',
    summary: 'Read a sweep',
    description:
      "Returns a carrier's visit to one store on one day. `GET /v2/shipments?sweepId=` lists its shipments: those booked for it, and any others collected at the store on that day by the same carrier.",
    answers: { 200: { description: 'The sweep', schema: SweepOut } },
  },
  async (context, { params }) => {
    const sweep = await findSweep(context.service.db, storeReachOf(context.caller), params.id)
    if (!sweep) return refuse('not_found', 'No sweep with this id exists for your account.', { field: 'id' })
    return answer(200, sweepResource(sweep))
  },
)
