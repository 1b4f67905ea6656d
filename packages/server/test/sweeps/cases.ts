import type * as kind from '../../src/kinds/sweeps/kind.ts'
import { type CasesOf, listed } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  listSweeps: listed('/v2/sweeps', async (world) => {
    const { sweep_id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return sweep_id
  }),
  readSweep: async (world) => {
    const { sweep_id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return { path: `/v2/sweeps/${sweep_id}`, owned: [sweep_id] }
  },
}
