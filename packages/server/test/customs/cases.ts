import type * as kind from '../../src/kinds/customs/kind.ts'
import { type Case, type CasesOf, onShipment } from '../coverage/case.ts'
import { EXPORT } from './fixtures.ts'

const onExport =
  (document: string): Case =>
  async (world) => {
    const { id } = await world.make('/v2/shipments', EXPORT)
    return { path: `/v2/shipments/${id}/customs${document}`, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  readCustoms: onShipment('label_ready', '/customs'),
  setCustoms: onShipment('label_ready', '/customs', { items: [{ description: 'Shirt', hs_code: '6109.10' }] }),
  readCn23: onExport('/cn23'),
  readCommercialInvoice: onExport('/commercial-invoice'),
}
