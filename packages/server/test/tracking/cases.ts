import type * as kind from '../../src/kinds/tracking/kind.ts'
import { type CasesOf, onShipment } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  listShipmentEvents: onShipment('in_transit', '/events'),
  readTracking: async (world) => {
    const { tracking } = await world.shipment()
    return { path: `/v2/tracking/${tracking}`, owned: [tracking] }
  },
}
