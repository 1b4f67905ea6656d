import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { findLine } from './queries.ts'
import { lineResource } from './resource.ts'
import { CarrierInvoiceLine } from './schema.ts'

export const readCarrierInvoiceLine = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carrier-invoices/:id/lines/:line_id',
    ...OPS,
    summary: 'Read a line of a carrier invoice',
    description: 'Returns the line with the amount owed, the evidence and the decision.',
    answers: { 200: { description: 'The line', schema: CarrierInvoiceLine } },
  },
  async ({ service }, { params }) => {
    const row = await findLine(service.db, params.id, params.line_id)
    if (row) return answer(200, lineResource(row))
    return refuse('not_found', 'The invoice has no line with this id; GET /v2/ops/carrier-invoices/{id}/lines lists its lines.', {
      field: 'line_id',
    })
  },
)
