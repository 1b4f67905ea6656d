import type * as kind from '../../src/kinds/return-links/kind.ts'
import { type CasesOf, listed, plain } from '../coverage/case.ts'
import { ADDRESS } from '../support/client.ts'

export const CASES: CasesOf<typeof kind> = {
  createReturnLink: plain('/v2/return-links', { order_id: 'order-1', from: ADDRESS }),
  createReturnLinkForPartner: (world) => ({
    path: `/v2/ops/partners/${world.owner.partnerId}/return-links`,
    body: { order_id: 'order-1', from: ADDRESS },
  }),
  listReturnLinks: listed('/v2/return-links?limit=1', async (world) => (await world.make('/v2/return-links', {})).id),
  readReturnLink: async (world) => {
    const { id } = await world.make('/v2/return-links', {})
    return { path: `/v2/return-links/${id}`, owned: [id] }
  },
  withdrawReturnLink: async (world) => {
    const { id } = await world.make('/v2/return-links', {})
    return { path: `/v2/return-links/${id}`, owned: [id] }
  },
}

export const NAMES_NOTHING = {
  createReturnLink: 'what it makes belongs to whoever asks',
}
