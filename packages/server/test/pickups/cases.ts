import type * as kind from '../../src/kinds/pickups/kind.ts'
import { type Case, type CasesOf, listed } from '../coverage/case.ts'

const onPickup =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return { path: `/v2/pickups/${id}${command}`, body, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  createPickup: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/pickups', body: world.pickupBody(id), owned: [id] }
  },
  createPickupForPartner: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/ops/partners/${world.owner.partnerId}/pickups`, body: world.pickupBody(id) }
  },
  listPickups: listed('/v2/pickups?limit=1', async (world) => {
    const { id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return id
  }),
  readPickup: onPickup(''),
  amendPickup: onPickup('', { status: 'cancelled' }),
  cancelPickup: onPickup('/cancel'),
  listPickupDays: (world) => ({ path: `/v2/drop-off-locations/${world.storeId}/pickup-days` }),
}

export const NAMES_NOTHING = {
  listPickupDays: "stores are the network's, open to every partner",
}
