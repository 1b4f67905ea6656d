import type * as kind from '../../src/kinds/adjustments/kind.ts'
import { type Case, type CasesOf, listed, onShipment, plain } from '../coverage/case.ts'

const onDispute =
  (prefix: string): Case =>
  async (world) => {
    const { id } = await world.dispute()
    return { path: `${prefix}/adjustments/${id}/resolve`, body: { outcome: 'upheld' }, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  createAdjustment: onShipment('label_ready', '/adjustments', { delta_amount: -50, reason: 'service', original_weight: 1, new_weight: 1 }),
  listShipmentAdjustments: async (world) => {
    const { shipment_id } = await world.adjustment()
    return { path: `/v2/shipments/${shipment_id}/adjustments`, owned: [shipment_id] }
  },
  readAdjustment: async (world) => {
    const { id } = await world.adjustment()
    return { path: `/v2/adjustments/${id}`, owned: [id] }
  },
  disputeAdjustment: async (world) => {
    const { id } = await world.adjustment()
    return { path: `/v2/adjustments/${id}/dispute`, body: { reason: 'our scale says 1 lb' }, owned: [id] }
  },
  listOwnDisputes: listed('/v2/disputes', async (world) => (await world.dispute()).id),
  resolveTestDispute: onDispute('/v2/test'),
  listDisputes: plain('/v2/ops/disputes'),
  resolveDispute: onDispute('/v2/ops'),
}
