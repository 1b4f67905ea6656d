import type * as kind from '../../src/kinds/shipment-groups/kind.ts'
import { type CasesOf, listed, plain } from '../coverage/case.ts'
import { RETURN } from '../support/client.ts'

export const CASES: CasesOf<typeof kind> = {
  createShipmentGroup: plain('/v2/shipment-groups', { ...RETURN, shipments: [{}, { parcel: { weight: 2 } }] }),
  listShipmentGroups: listed('/v2/shipment-groups?limit=1', async (world) => (await world.group()).id),
  readShipmentGroup: async (world) => {
    const { id } = await world.group()
    return { path: `/v2/shipment-groups/${id}`, owned: [id] }
  },
  cancelShipmentGroup: async (world) => {
    const { id } = await world.group()
    return { path: `/v2/shipment-groups/${id}/cancel`, owned: [id] }
  },
}

export const NAMES_NOTHING = {
  createShipmentGroup: 'what it makes belongs to whoever asks',
}
