import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf, Order, Paging } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { pageBelowShipment } from '../shipments/list-below.ts'
import { listScans } from './queries.ts'
import { scanResource } from './resource.ts'
import { ScanOut } from './schema.ts'

export const listShipmentScans = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/scans',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Scans',
    summary: "List a shipment's scans",
    description:
      'The full scan history with details, including late scans, in the order in which they happened: most recent first unless asked otherwise. Scans of one moment are in the order of the usual way, whenever they were reported.',
    query: Type.Object({ ...Paging, order: Order }, { additionalProperties: false }),
    answers: { 200: { description: 'A page of scans', schema: ListOf(ScanOut) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  (context, { params, query: { order, ...query } }) =>
    pageBelowShipment(
      context,
      params.id,
      query,
      (id, { after, limit }) => listScans(context.service.db, id, after, limit, storeReachOf(context.caller).store, order),
      scanResource,
    ),
)
