import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, ownerShown, tenant } from '../../http/endpoint.ts'
import { findDiscrepancy } from './queries.ts'
import { discrepancyResource } from './resource.ts'
import { DiscrepancyOut } from './schema.ts'

export const readDiscrepancy = endpoint(
  {
    method: 'GET',
    path: '/v2/discrepancies/:id',
    scope: 'shipments:read',
    tag: 'Discrepancies',
    summary: 'Read a discrepancy',
    description: 'Returns what was declared, what was observed, and the adjustment that followed.',
    answers: { 200: { description: 'The discrepancy', schema: DiscrepancyOut } },
  },
  async (context, { params }) => {
    const discrepancy = await findDiscrepancy(context.service.db, tenant(context), params.id)
    if (!discrepancy) return refuse('not_found', 'No discrepancy with this id exists for your account.', { field: 'id' })
    return answer(200, { ...discrepancyResource(discrepancy), ...ownerShown(context, discrepancy) })
  },
)
