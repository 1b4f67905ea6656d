import type * as kind from '../../src/kinds/search/kind.ts'
import type { CasesOf } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  searchEverything: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/search?q=${id}`, owned: [id] }
  },
}
