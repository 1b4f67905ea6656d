import type * as kind from '../../src/kinds/discrepancies/kind.ts'
import { type CasesOf, listed } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  createDiscrepancy: async (world) => {
    const body = await world.discrepancyBody()
    return { path: '/v2/discrepancies', body, owned: [body.shipment_id] }
  },
  readDiscrepancy: async (world) => {
    const { id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
    return { path: `/v2/discrepancies/${id}`, owned: [id] }
  },
  listShipmentDiscrepancies: async (world) => {
    const { shipment_id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
    return { path: `/v2/shipments/${shipment_id}/discrepancies`, owned: [shipment_id] }
  },
  listDiscrepancies: listed('/v2/discrepancies?limit=1', async (world) => {
    return (await world.make('/v2/discrepancies', await world.discrepancyBody())).id
  }),
}
