import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { partnerNotFound } from './commands.ts'
import { findPartner } from './queries.ts'
import { partnerResource } from './resource.ts'
import { PartnerOut } from './schema.ts'

export const readPartner = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/partners/:id',
    ...OPS,
    summary: 'Read a partner',
    description: 'Returns the settings of a partner and the number of its live keys.',
    answers: { 200: { description: 'The partner', schema: PartnerOut } },
  },
  async ({ service }, { params }) => {
    const partner = await findPartner(service.db, params.id)
    return partner ? answer(200, partnerResource(partner)) : partnerNotFound('id')
  },
)
