import type * as kind from '../../src/kinds/partners/kind.ts'
import { type CasesOf, listed, plain } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'
import type { TestClient } from '../support/client.ts'

const keyIdOf = ({ credentials }: TestClient): string => credentials.api_key.split('_').slice(2, 4).join('_')

const newKey = async (world: World): Promise<string> => {
  const { key_id } = await world.make('/v2/ops/keys', { kind: 'partner', partner_id: world.owner.partnerId }, world.operator)
  return key_id
}

export const CASES: CasesOf<typeof kind> = {
  listOwnKeys: listed('/v2/keys', async (world) => keyIdOf(world.owner)),
  readOwnKey: async (world) => {
    const id = keyIdOf(world.owner)
    return { path: `/v2/keys/${id}`, owned: [id] }
  },
  rotateOwnKeySecret: async (world) => {
    const id = keyIdOf(world.owner)
    return { path: `/v2/keys/${id}/rotate-secret`, owned: [id] }
  },
  createPartner: (world) => ({ path: '/v2/ops/partners', body: { name: world.unique('Covered') } }),
  listPartners: plain('/v2/ops/partners'),
  readPartner: (world) => ({ path: `/v2/ops/partners/${world.owner.partnerId}` }),
  updatePartner: (world) => ({ path: `/v2/ops/partners/${world.owner.partnerId}`, body: { contact_name: 'Pat Partner' } }),
  createKey: (world) => ({ path: '/v2/ops/keys', body: { kind: 'partner', partner_id: world.owner.partnerId } }),
  listKeys: plain('/v2/ops/keys'),
  readKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}` }),
  updateKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}`, body: { rate_limit: 250 } }),
  revokeKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/revoke` }),
  keepKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/keep` }),
  rotateKeySecret: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/rotate-secret` }),
}
