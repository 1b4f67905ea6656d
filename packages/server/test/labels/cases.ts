import type * as kind from '../../src/kinds/labels/kind.ts'
import { type CasesOf, onShipment } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  readLabel: onShipment('label_ready', '/label?format=json'),
  printLabels: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/labels', body: { shipment_ids: [id], format: 'zpl' }, owned: [id] }
  },
}
