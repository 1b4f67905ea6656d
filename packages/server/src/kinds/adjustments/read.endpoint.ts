import { answer, endpoint, ownerShown, tenant } from '../../http/endpoint.ts'
import { adjustmentNotFound } from './command.ts'
import { findAdjustment } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut } from './schema.ts'

export const readAdjustment = endpoint(
  {
    method: 'GET',
    path: '/v2/adjustments/:adj_id',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: 'Read an adjustment',
    description: 'Returns an adjustment with the state of its dispute.',
    answers: { 200: { description: 'The adjustment', schema: AdjustmentOut } },
  },
  async (context, { params }) => {
    const adjustment = await findAdjustment(context.service.db, tenant(context), params.adj_id)
    if (!adjustment) return adjustmentNotFound('adj_id')
    return answer(200, { ...adjustmentResource(adjustment), ...ownerShown(context, adjustment) })
  },
)
