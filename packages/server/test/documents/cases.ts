import type * as kind from '../../src/kinds/documents/kind.ts'
import { type CasesOf, onShipment } from '../coverage/case.ts'
import { PNG } from '../coverage/world.ts'

export const CASES: CasesOf<typeof kind> = {
  createDocument: () => ({ path: '/v2/documents', body: new Uint8Array(PNG), headers: { 'Content-Type': 'image/png' } }),
  readDocument: async (world) => {
    const id = await world.document()
    return { path: `/v2/documents/${id}`, owned: [id] }
  },
  readStorage: () => ({ path: '/v2/storage' }),
  readProofOfDelivery: onShipment('delivered', '/pod'),
}

export const NAMES_NOTHING = {
  createDocument: 'what it makes belongs to whoever asks',
  readStorage: "it is the caller's own storage",
}
