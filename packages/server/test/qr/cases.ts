import type * as kind from '../../src/kinds/qr/kind.ts'
import type { Case, CasesOf } from '../coverage/case.ts'
import { QR_RETURN } from '../support/client.ts'

const onQr =
  (command: string): Case =>
  async (world) => {
    const { qr_id } = await world.shipment('created', QR_RETURN)
    return { path: `/v2/qr/${qr_id}${command}`, owned: [qr_id] }
  }

export const CASES: CasesOf<typeof kind> = {
  readQr: onQr(''),
  readQrImage: onQr('/image'),
  reissueQr: async (world) => {
    const { id } = await world.shipment('created', QR_RETURN)
    return { path: `/v2/shipments/${id}/qr/reissue`, owned: [id] }
  },
  invalidateQr: onQr('/invalidate'),
}
