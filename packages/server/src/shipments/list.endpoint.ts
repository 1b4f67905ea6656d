import { Type } from 'typebox'
import { plainTracking } from '../domain/check-characters.ts'
import { STATUSES } from '../domain/shipment.ts'
import { endpoint } from '../http/endpoint.ts'
import { type PageSlice, pageOf } from '../http/lists.ts'
import { ListOf, Paging, Text, Time } from '../http/schemas.ts'
import { iso } from '../platform/clock.ts'
import { storeReachOf } from '../service/reach.ts'
import { partnerNow } from '../service/service.ts'
import { readPage } from './load.ts'
import { isExpirable, listShipments as list } from './queries.ts'
import { shipmentResource } from './resource.ts'
import { ShipmentOut } from './schema.ts'

const filter = (description: string, maxLength = 100) => Type.Optional(Text(maxLength, description))

export const listShipments = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'List shipments',
    description:
      'Newest first. Filters combine: a shipment must match all of them. One that is past its `expires_at` and was never handed in counts as expired, and being listed expires it.',
    query: Type.Object(
      {
        ...Paging,
        sweepId: filter('On this sweep, as currently assigned'),
        status: Type.Optional(Type.Enum([...STATUSES])),
        order_id: filter('With this order number', 255),
        rma: filter('With this return authorization number', 255),
        customer: filter('Of the customer whom you gave this id', 255),
        tracking: filter('With this tracking number, in any case, spaces or not'),
        tender_id: filter('Handed over by this tender'),
        store_id: filter('Taken in by this counter'),
        manifest_id: filter('Counted by this manifest'),
        created_after: Type.Optional(Time('Created later than this')),
        created_before: Type.Optional(Time('Created earlier than this')),
        dispose_due: Type.Optional(
          Type.Enum(['true'], { description: 'Unclaimed and past its `dispose_after`. Nothing disposes of it by itself' }),
        ),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of shipments', schema: ListOf(ShipmentOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(
      query,
      async (part, filters) => {
        const { service } = context
        const { tenant: owner, store } = storeReachOf(context.caller)
        const { status, tracking } = filters
        const wanted = { ...filters, ...(tracking !== undefined && { tracking: plainTracking(tracking) }) }
        const now = async () => (owner === null ? iso(service.clock.now()) : partnerNow(service, owner))
        const read = async (slice: PageSlice, due = false) =>
          list(service.db, { ...wanted, tenant: owner, store, now: await now(), ...slice, due })
        const shown = part.limit - 1
        // They would be on this page if nobody had to look whether they are due, so they count as read.
        if (status && isExpirable(status)) await readPage(service, shown, () => read({ ...part, limit: shown }, true))
        return readPage(
          service,
          shown,
          () => read(part),
          (row) => status === undefined || row.status === status,
        )
      },
      shipmentResource,
    ),
)
