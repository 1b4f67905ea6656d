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
    summary: 'Read a line of an invoice of a carrier',
    description: 'What is owed for it, the evidence, and what was decided.',
    answers: { 200: { description: 'The line', schema: CarrierInvoiceLine } },
  },
  async ({ service }, { params }) => {
    const row = await findLine(service.db, params.id, params.line_id)
    if (row) return answer(200, lineResource(row))
    return refuse('not_found', 'No invoice has such a line; GET /v2/ops/carrier-invoices/{id}/lines lists them.', { field: 'line_id' })
  },
)
