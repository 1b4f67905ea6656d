import { add, type Money, ZERO } from '@backhaul/core/money.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Links } from '../../service/links.ts'
import { shipmentResource } from '../shipments/resource.ts'
import type { ShipmentGroupRow } from './queries.ts'

/** What never changes of a group. */
export const groupFacts = (row: ShipmentGroupRow) => ({
  id: row.id,
  object: 'shipment_group',
  master_number: row.master_number,
  order_id: row.order_id,
  rma: row.rma,
  customer: row.customer,
  direction: row.direction,
  fulfillment: row.fulfillment,
  service_level: row.service_level,
  piece_count: row.shipment_ids.length,
  shipment_ids: row.shipment_ids,
  created_at: row.created_at,
})

/** The group with its shipments as they are now, in the order of their numbers (docs/guide/shipments.md#several-parcels-in-one-order). */
export const groupResource = (row: ShipmentGroupRow, shipments: readonly Shipment[], links: Links) => {
  const totals = new Map<string, Money>()
  for (const { currency, amount } of shipments) totals.set(currency, add(totals.get(currency) ?? ZERO, amount))
  return {
    ...groupFacts(row),
    totals: [...totals].map(([currency, amount]) => ({ currency, amount })),
    shipments: shipments.map((shipment) => shipmentResource(shipment, links)),
  }
}
