import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf, OwnerFilter, Paging, Text } from '../../http/schemas.ts'
import { FILTERS, readShipments } from './list.ts'
import { readPage } from './load.ts'
import { positionBy } from './queries.ts'
import { shipmentResource } from './resource.ts'
import { FoundShipment } from './schema.ts'
import { type SearchHit, searchShipments as search } from './search.ts'

const CSV = { csv: new Csv(FoundShipment), name: 'shipments' }

export const searchShipments = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/shipments',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Find shipments by any identifier',
    description:
      "Of any partner: by id, tracking number, barcode, the onward carrier's number, order number, RMA, the partner's own id, a QR's id or token, a label's id, or the id or master number of a group. Exact match; newest first. Without `q`, all that match the filters, in the order of the list of shipments; with it they are ignored.",
    query: Type.Object(
      { ...Paging, q: Type.Optional(Text(255, 'The identifier, whichever it is')), ...FILTERS, ...OwnerFilter },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of shipments', schema: ListOf(FoundShipment) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) => {
    const { service } = context
    return listOf<typeof query, SearchHit>(
      context,
      CSV,
      query,
      async (part, { q, partner_id = null, ...filters }) => {
        if (q !== undefined) return readPage(service, part.limit - 1, () => search(service.db, q.trim(), part.after, part.limit))
        const rows = await readShipments(service, { tenant: partner_id, ...part }, filters)
        return rows.map((row) => ({ ...row, matched_by: 'filters' }))
      },
      (row) => ({ ...shipmentResource(row, service.links), partner_id: row.partner_id, matched_by: row.matched_by }),
      query.q === undefined ? positionBy(query) : undefined,
    )
  },
)
