import type * as kind from '../../src/kinds/shipments/kind.ts'
import { type CasesOf, listed, onShipment, plain } from '../coverage/case.ts'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'

export const CASES: CasesOf<typeof kind> = {
  createShipment: plain('/v2/shipments', RETURN),
  createShipmentForPartner: (world) => ({ path: `/v2/ops/partners/${world.owner.partnerId}/shipments`, body: RETURN }),
  createShipments: plain('/v2/shipments/batch', { shipments: [RETURN, QR_RETURN] }),
  createRetailShipment: plain('/v2/retail/shipments', { to: ADDRESS }),
  listShipments: listed('/v2/shipments?limit=1', async (world) => (await world.shipment()).id),
  readShipment: onShipment('label_ready', ''),
  readShipmentActions: onShipment('label_ready', '/actions'),
  readShipmentCustody: onShipment('in_possession', '/custody'),
  amendShipment: onShipment('label_ready', '', { declared_value: 100 }),
  cancelShipment: onShipment('label_ready', '/cancel'),
  holdShipment: onShipment('label_ready', '/hold'),
  releaseShipment: onShipment('label_ready', '/release'),
  redirectShipment: onShipment('in_transit', '/redirect', { to: ADDRESS }),
  setDisposition: onShipment('in_transit', '/disposition', { disposition: 'unclaimed' }),
  reprintLabel: onShipment('label_ready', '/label/reprint'),
  searchShipments: async (world) => ({ path: `/v2/ops/shipments?q=${(await world.shipment()).tracking}` }),
}

export const NAMES_NOTHING = {
  createShipment: 'what it makes belongs to whoever asks',
  createShipments: 'what it makes belongs to whoever asks',
  createRetailShipment: 'what it makes belongs to whoever asks',
}
