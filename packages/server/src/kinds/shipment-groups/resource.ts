import { add, type Money, ZERO } from '@backhaul/core/money.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import type { Links } from '../../service/links.ts'
import { shipmentResource } from '../shipments/resource.ts'
import type { ShipmentGroupRow } from './queries.ts'
import { ShipmentGroupListed } from './schema.ts'

/** The facts of a group that never change. */
export const groupFacts = (row: ShipmentGroupRow) => showAs(ShipmentGroupListed, row, { piece_count: row.shipment_ids.length })

/** The group with its current shipments, in the order of their piece numbers (docs/guide/shipments.md#several-parcels-in-one-order). */
export const groupResource = (row: ShipmentGroupRow, shipments: readonly Shipment[], links: Links) => {
  const totals = new Map<string, Money>()
  for (const { currency, amount } of shipments) totals.set(currency, add(totals.get(currency) ?? ZERO, amount))
  return {
    ...groupFacts(row),
    totals: [...totals].map(([currency, amount]) => ({ currency, amount })),
    shipments: shipments.map((shipment) => shipmentResource(shipment, links)),
  }
}
