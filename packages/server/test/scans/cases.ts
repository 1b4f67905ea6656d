import type * as kind from '../../src/kinds/scans/kind.ts'
import { type Case, type CasesOf, onShipment } from '../coverage/case.ts'

const scan =
  (kind: string, status = 'label_ready', body: object = {}): Case =>
  async (world) => {
    const { id } = await world.shipment(status)
    return { path: `/v2/scan-events/${kind}`, body: { shipment_id: id, store_id: world.storeId, ...body }, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  scanWalkIn: scan('walk-in', 'label_ready', { reweigh: { weight: 3 } }),
  scanAccept: scan('accept'),
  scanReject: scan('reject', 'label_ready', { reject_reason: 'damaged' }),
  scanCollect: scan('collect'),
  scanCustody: scan('custody'),
  scanArrive: scan('arrive'),
  scanSort: scan('sort'),
  scanInject: scan('inject'),
  scanMovement: scan('movement', 'injected'),
  scanOutForDelivery: scan('out-for-delivery', 'in_transit'),
  scanDeliver: async (world) => {
    const { id } = await world.shipment('out_for_delivery')
    const pod_document_id = await world.document()
    return { path: '/v2/scan-events/deliver', body: { shipment_id: id, pod_document_id }, owned: [id, pod_document_id] }
  },
  scanBulk: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/scan-events/bulk', body: { scans: [{ kind: 'accept', shipment_id: id }] }, owned: [id] }
  },
  listShipmentScans: onShipment('in_transit', '/scans'),
}
