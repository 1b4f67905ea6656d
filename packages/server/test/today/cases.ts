import type * as kind from '../../src/kinds/today/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  readToday: plain('/v2/today'),
  readTodaySteps: async (world) => {
    const { id } = await world.shipment('label_ready')
    await world.owner.post('/v2/scan-events/arrive', { shipment_id: id })
    await world.owner.settle()
    return { path: '/v2/today/steps?from=label_ready&to=at_sort_center', owned: [id] }
  },
}

export const NAMES_NOTHING = {
  readToday: "it is the caller's own numbers; test/today says that they are nobody else's",
}
