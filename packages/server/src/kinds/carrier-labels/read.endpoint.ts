import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { endpoint, reach } from '../../http/endpoint.ts'
import { labelReads } from '../labels/queries.ts'
import { loadInReach, shipmentNotFound } from '../shipments/load.ts'
import { fileOf } from './file.ts'
import { refuseVoided } from './order.ts'
import { type BookedLabel, findBookedLabel } from './queries.ts'
import { CARRIER_LABEL_TYPES, labelStateOf, messageOf } from './state.ts'

const messageFor = (shipment: Shipment, label: BookedLabel | null): string => {
  const state = labelStateOf(label)
  if (label && state) return messageOf(state, label) as string
  if (shipment.is_direct) return `The label of the carrier is not ordered; order it with POST /v2/shipments/${shipment.id}/carrier-label.`
  return shipment.fulfillment === 'qr_code'
    ? 'The shipment has fulfillment qr_code and is in network mode: the network buys the label of the carrier; present the QR at a counter.'
    : 'The shipment is in network mode: the network buys the label of the carrier; use GET /v2/shipments/{id}/label.'
}

const notReady = (shipment: Shipment, label: BookedLabel | null): Refusal => {
  const details = { status: shipment.status, mode: shipment.is_direct ? 'direct' : 'network', state: labelStateOf(label) }
  return refuse('carrier_label_not_ready', messageFor(shipment, label), details)
}

export const readCarrierLabel = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/carrier-label',
    scope: 'shipments:read',
    tag: 'Labels',
    summary: "Fetch the carrier's label",
    description:
      "Returns the carrier's own label, byte for byte as the carrier gave it, with the type that its first bytes show. It is never bought by this request: order it with POST. GIF images are not turned or cut.",
    answers: { 200: { description: 'The label', content: [...CARRIER_LABEL_TYPES] } },
    errors: ['carrier_label_not_ready', 'label_voided'],
  },
  (context, { params }) => {
    const { service } = context
    const within = reach(context)
    return labelReads.run(within.tenant, async () => {
      const shipment = await loadInReach(service, within, params.id)
      if (!shipment) return shipmentNotFound()
      const voided = refuseVoided(shipment)
      if (voided) return voided
      const label = await findBookedLabel(service.db, shipment)
      return label?.paper_id ? fileOf(service, shipment, label) : notReady(shipment, label)
    })
  },
)
