import { Type } from 'typebox'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging, Time } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { expireOverdue } from './load.ts'
import { STATUSES } from './model.ts'
import { shipmentResource } from './resource.ts'
import { ShipmentOut } from './schema.ts'
import { listShipments } from './store.ts'

const filter = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }))

export const listAllShipments = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipments',
    description: 'Newest first. Filters combine: a shipment must match all that are given.',
    query: Type.Object(
      {
        ...Paging,
        sweepId: filter('On this sweep, as currently assigned'),
        status: Type.Optional(Type.Enum([...STATUSES])),
        order_id: filter('With this order number'),
        tracking: filter('With this tracking number'),
        tender_id: filter('Handed over by this tender'),
        store_id: filter('Taken in by this counter'),
        created_after: Type.Optional(Time('Created later than this')),
        created_before: Type.Optional(Time('Created earlier than this')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of shipments', schema: ListOf(ShipmentOut) } },
    errors: ['invalid_cursor'],
  },
  async (context, { query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const partnerId = tenant(context)
    await expireOverdue(context.service, partnerId)
    const { cursor: _cursor, limit, ...filters } = query
    const rows = await listShipments(context.service.db, { ...filters, tenant: partnerId, after, limit: (limit ?? DEFAULT_PAGE) + 1 })
    return page(rows, limit, shipmentResource)
  },
)
