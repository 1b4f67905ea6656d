import type { Refusal } from '@backhaul/core/refusal.ts'
import { type Context, reach } from '../../http/endpoint.ts'
import { loadInReach, shipmentNotFound } from './load.ts'

/** Lists rows that belong to a shipment that the caller may see. Errors: `not_found`. */
export const belowShipment = async <Row>(
  context: Context,
  id: string,
  read: (shipmentId: string) => Promise<Row[]>,
): Promise<Row[] | Refusal> => {
  const shipment = await loadInReach(context.service, reach(context), id)
  return shipment ? read(shipment.id) : shipmentNotFound()
}
