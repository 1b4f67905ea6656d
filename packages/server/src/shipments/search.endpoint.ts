import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { pageOf } from '../http/lists.ts'
import { ListOf, Paging, Text } from '../http/schemas.ts'
import { readPage } from './load.ts'
import { shipmentResource } from './resource.ts'
import { FoundShipment } from './schema.ts'
import { searchShipments as search } from './search.ts'

export const searchShipments = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/shipments',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Find shipments by any identifier',
    description:
      "Of any partner: by id, tracking number, barcode, the onward carrier's number, order number, RMA, the partner's own id, a QR's id or token, or a label's id. Exact match; newest first.",
    query: Type.Object({ ...Paging, q: Text(255, 'The identifier, whichever it is') }, { additionalProperties: false }),
    answers: { 200: { description: 'A page of shipments', schema: ListOf(FoundShipment) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) =>
    pageOf(
      query,
      ({ after, limit }, { q }) => readPage(service, limit - 1, () => search(service.db, q.trim(), after, limit)),
      (row) => ({ ...shipmentResource(row, service.links), partner_id: row.partner_id, matched_by: row.matched_by }),
    ),
)
