import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { endpoint, reach } from '../../http/endpoint.ts'
import type { Service } from '../../service/service.ts'
import { labelReads } from '../labels/queries.ts'
import { loadInReach, shipmentNotFound } from '../shipments/load.ts'
import { fileOf } from './file.ts'
import { refuseOrder, refuseVoided } from './order.ts'
import { type BookedLabel, findBookedLabel } from './queries.ts'
import { CARRIER_LABEL_TYPES, type CarrierLabelState, labelStateOf, messageOf } from './state.ts'

const messageFor = async (service: Service, shipment: Shipment, label: BookedLabel | null, state: CarrierLabelState | null) => {
  if (label && state) return messageOf(state, label) as string
  const refusal = await refuseOrder(service, shipment)
  return isRefusal(refusal)
    ? refusal.message
    : `The label of the carrier is not ordered; order it with POST /v2/shipments/${shipment.id}/carrier-label.`
}

const notReady = async (service: Service, shipment: Shipment, label: BookedLabel | null): Promise<Refusal> => {
  const state = labelStateOf(label, service.clock.now())
  const details = { status: shipment.status, mode: shipment.is_direct ? 'direct' : 'network', state }
  return refuse('carrier_label_not_ready', await messageFor(service, shipment, label, state), details)
}

export const readCarrierLabel = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/carrier-label',
    scope: 'shipments:read',
    tag: 'Labels',
    summary: "Fetch the carrier's label",
    description:
      "Returns the carrier's own label, byte for byte as the carrier gave it, with the type that its first bytes show. It is never bought by this request: order it with POST. GIF images are not rotated or cut.",
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
      return label?.paper_id ? fileOf(service, shipment, label) : notReady(service, shipment, label)
    })
  },
)
