import type * as kind from '../../src/kinds/consolidations/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'

const consolidated = async (world: World): Promise<string> => {
  const shipment_ids = [(await world.shipment()).id]
  const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
  const made = await world.make('/v2/ops/consolidations', { carrier: 'northline', facility: 'DOCK-1', tender_ids: [id] }, world.operator)
  return `/v2/ops/consolidations/${made.id}`
}

export const CASES: CasesOf<typeof kind> = {
  createConsolidation: async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    return { path: '/v2/ops/consolidations', body: { carrier: 'northline', facility: 'DOCK-1', tender_ids: [id] } }
  },
  listConsolidations: plain('/v2/ops/consolidations'),
  readConsolidation: async (world) => ({ path: await consolidated(world) }),
  acceptConsolidation: async (world) => ({ path: `${await consolidated(world)}/accept`, body: { piece_count_received: 1 } }),
  cancelConsolidation: async (world) => ({ path: `${await consolidated(world)}/cancel` }),
}
