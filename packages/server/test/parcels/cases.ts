import type * as kind from '../../src/kinds/parcels/kind.ts'
import type { CasesOf } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  findParcel: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/parcels/find?code=${id}`, owned: [id] }
  },
  listParcelsAtStore: async (world) => {
    const { id } = await world.shipment()
    await world.make('/v2/scan-events/accept', { shipment_id: id, store_id: world.storeId, occurred_at: '2020-01-01T00:00:00Z' })
    return { path: `/v2/parcels?store_id=${world.storeId}`, owned: [id] }
  },
}
