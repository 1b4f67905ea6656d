import type * as kind from '../../src/kinds/claims/kind.ts'
import { type Case, type CasesOf, listed, plain } from '../coverage/case.ts'

const onClaim =
  (prefix: string, command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.claim()
    return { path: `${prefix}/claims/${id}${command}`, body, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  createClaim: async (world) => {
    const { id } = await world.shipment('in_transit')
    return { path: '/v2/claims', body: { shipment_id: id, type: 'damaged', description: 'box crushed' }, owned: [id] }
  },
  listClaims: listed('/v2/claims?limit=1', async (world) => (await world.claim()).id),
  readClaim: onClaim('/v2', ''),
  resolveTestClaim: onClaim('/v2/test', '/resolve', { outcome: 'approved', amount_approved: 500 }),
  listOperatorClaims: plain('/v2/ops/claims'),
  resolveClaim: onClaim('/v2/ops', '/resolve', { outcome: 'denied' }),
}
