import type { Position } from '../../database/list-rows.ts'
import { type Context, reach } from '../../http/endpoint.ts'
import { type PageQuery, type PageSlice, pageOf } from '../../http/lists.ts'
import { loadInReach, shipmentNotFound } from './load.ts'

/** A page of what belongs to a shipment that the caller may see. Errors: `invalid_cursor`, then `not_found`. */
export const pageBelowShipment = <Row>(
  context: Context,
  id: string,
  query: PageQuery,
  read: (shipmentId: string, part: PageSlice) => Promise<(Row & Position)[]>,
  toResource: (row: Row) => object,
) =>
  pageOf(
    query,
    async (part) => {
      const shipment = await loadInReach(context.service, reach(context), id)
      return shipment ? read(shipment.id, part) : shipmentNotFound()
    },
    toResource,
  )
