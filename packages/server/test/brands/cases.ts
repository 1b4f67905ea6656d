import type * as kind from '../../src/kinds/brands/kind.ts'
import type { CasesOf } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  readBrand: (world) => ({ path: `/v2/partners/${world.owner.partnerId}/brand`, owned: [world.owner.partnerId] }),
  updateBrand: (world) => ({
    path: `/v2/partners/${world.owner.partnerId}/brand`,
    body: { color: '#0a7d5b' },
    owned: [world.owner.partnerId],
  }),
}
