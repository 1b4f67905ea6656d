import type * as kind from '../../src/kinds/manifests/kind.ts'
import { type CasesOf, listed } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  listManifests: listed('/v2/manifests', (world) => world.manifest()),
  readManifest: async (world) => {
    const id = await world.manifest()
    return { path: `/v2/manifests/${id}`, owned: [id] }
  },
  closeManifest: async (world) => {
    const id = await world.manifest()
    return { path: `/v2/manifests/${id}/close`, owned: [id] }
  },
}
