import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint, ownerShown, readOwned } from '../../http/endpoint.ts'
import { ListOf, OwnerFilter, Paging } from '../../http/schemas.ts'
import { reachOf, storeReachOf } from '../../service/reach.ts'
import { FILTERS, readShipments } from './list.ts'
import { positionBy } from './queries.ts'
import { shipmentFor } from './resource.ts'
import { ShipmentOut } from './schema.ts'

const CSV = { csv: new Csv(ShipmentOut), name: 'shipments' }

export const listShipments = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipments',
    description:
      'Newest first, but for `dispose_due`, `dispose_before` and `not_moved_since`. Filters combine: a shipment must match all of them. One that is past its `expires_at` and was never handed in counts as expired, and being listed expires it.',
    query: Type.Object({ ...Paging, ...FILTERS, ...OwnerFilter }, { additionalProperties: false }),
    answers: { 200: { description: 'A page of shipments', schema: ListOf(ShipmentOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) => {
    const { service, caller } = context
    const { tenant, store } = storeReachOf(caller)
    const { hands } = reachOf(caller)
    return listOf(
      context,
      CSV,
      query,
      (part, { partner_id, ...filters }) =>
        readOwned(tenant, partner_id, (own) => readShipments(service, { tenant: own, store }, part, filters)),
      (row) => ({ ...shipmentFor(hands, row, service.links), ...ownerShown(context, row) }),
      positionBy(query),
    )
  },
)
