import { endpoint, tenant } from '../../http/endpoint.ts'
import { orderLabel } from './order.ts'
import { CarrierLabelOut } from './schema.ts'

export const orderCarrierLabel = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/carrier-label',
    scope: 'shipments:write',
    tag: 'Labels',
    summary: "Order the carrier's label",
    description:
      "Orders the carrier's own label for a shipment in direct mode. It is bought once: a repeated request returns the same label. 202: the label is not ready, and `state` says why; `shipment.carrier_label_ready` follows as soon as it is bought. If the carrier refused, a new request asks it again.",
    answers: {
      200: { description: 'The label, which was bought already', schema: CarrierLabelOut },
      202: { description: 'The order, whose label is not ready; see `state`', schema: CarrierLabelOut },
    },
    errors: ['carrier_label_not_offered', 'label_voided', 'invalid_transition', 'shipment_held'],
  },
  (context, { params, execute }) => execute(() => orderLabel(context.service, tenant(context), params.id)),
)
