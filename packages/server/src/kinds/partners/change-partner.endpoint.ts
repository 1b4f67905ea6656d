import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { changePartner } from './commands.ts'
import { PartnerChange, PartnerOut } from './schema.ts'

export const updatePartner = endpoint(
  {
    method: 'PATCH',
    path: '/v2/ops/partners/:id',
    ...OPS,
    summary: 'Change a partner',
    description:
      'Changes a partner. Absent fields do not change; null removes a default. `rate_limit` applies to all live keys of the partner and to keys created later.',
    body: PartnerChange,
    answers: { 200: { description: 'The partner', schema: PartnerOut } },
  },
  ({ service, caller }, { params, body }) => shown(changePartner(service, actingOperator(caller), params.id, body)),
)
