import { carrierLabelReady } from '@backhaul/core/events/build-shipment.ts'
import type { KindEvent } from '../events/specification.ts'
import { shipmentIn } from '../shipments/fixtures.ts'
import { RETURN } from '../support/client.ts'

export const EVENTS: Record<string, KindEvent> = {
  'shipment.carrier_label_ready': {
    status: 'label_ready',
    specific: 'carrier carrierLabelUrl',
    identifiers: ['shipment', 'barcode', 'tracking', 'partner', 'label', 'ltracking'],
    draft: () => carrierLabelReady(shipmentIn('label_ready', { qr_id: null, qr_status: null }), 'ups', '1Z9'),
    cause: async (client) => {
      const named = { order_id: 'o', rma: 'r', ship_ext_id: 'x', customer: 'c' }
      for (const body of [RETURN, { ...RETURN, ...named }]) {
        const { json } = await client.post('/v2/shipments', body)
        await client.post('/v2/test/events/shipment.carrier_label_ready', { shipment_id: json.id })
      }
    },
  },
}
