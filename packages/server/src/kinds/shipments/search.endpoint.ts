import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { OwnerFilter, Text } from '../../http/schemas.ts'
import { FILTERS, readShipments } from './list.ts'
import { readPage } from './load.ts'
import { positionBy } from './queries.ts'
import { shipmentResource } from './resource.ts'
import { FoundShipment } from './schema.ts'
import { type SearchHit, searchShipments as search } from './search.ts'

export const searchShipments = pagedList(
  {
    ...OPS,
    path: '/v2/ops/shipments',
    summary: 'Find shipments by any identifier',
    description:
      "Finds shipments of all partners by id, tracking number, barcode, the onward carrier's number, order number, RMA, the partner's own id, a QR's id or token, a label's id, or the id or master number of a group. Matches are exact; newest first. Without `q`, returns all shipments that match the filters, in the order of the list of shipments. With `q`, the filters are ignored.",
    filters: { q: Text(255, 'Any identifier'), ...FILTERS, ...OwnerFilter },
    page: 'A page of shipments',
    item: FoundShipment,
    csv: 'shipments',
  },
  async ({ service }, part, { q, partner_id = null, ...filters }): Promise<SearchHit[]> => {
    if (q !== undefined) return readPage(service, part.limit - 1, () => search(service.db, q.trim(), part.after, part.limit))
    const rows = await readShipments(service, { tenant: partner_id, ...part }, filters)
    return rows.map((row) => ({ ...row, matched_by: 'filters' }))
  },
  (row, { service }) => ({ ...shipmentResource(row, service.links), partner_id: row.partner_id, matched_by: row.matched_by }),
  (filters) => (filters.q === undefined ? positionBy(filters) : (row) => row),
)
