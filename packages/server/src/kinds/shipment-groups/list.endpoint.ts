import { plainTracking } from '@backhaul/core/check-characters.ts'
import { Type } from 'typebox'
import { endpoint, ownerShown, readOwned, tenant } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, OwnerFilter, Paging, Text } from '../../http/schemas.ts'
import { listGroups } from './queries.ts'
import { groupFacts } from './resource.ts'
import { ShipmentGroupListed } from './schema.ts'

export const listShipmentGroups = endpoint(
  {
    method: 'GET',
    path: '/v2/shipment-groups',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipment groups',
    description: 'Newest first, without their shipments. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        order_id: Type.Optional(Text(255, 'With this order number')),
        master_number: Type.Optional(Text(100, 'With this master number, in any case, spaces or not')),
        ...OwnerFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of groups', schema: ListOf(ShipmentGroupListed) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(
      query,
      (slice, { partner_id, order_id, master_number }) =>
        readOwned(tenant(context), partner_id, (own) =>
          listGroups(
            context.service.db,
            { ...slice, tenant: own },
            { order_id, master_number: master_number && plainTracking(master_number) },
          ),
        ),
      (row) => ({ ...groupFacts(row), ...ownerShown(context, row) }),
    ),
)
