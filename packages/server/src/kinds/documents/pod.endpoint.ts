import { refuse } from '@backhaul/core/refusal.ts'
import { DOCUMENT_LIMIT_BYTES, endpoint, tenant } from '../../http/endpoint.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { IMAGE_TYPES } from './images.ts'
import { serveDocument } from './serve.ts'

export const readProofOfDelivery = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/pod',
    scope: 'shipments:read',
    tag: 'Documents',
    summary: 'Fetch the proof of delivery',
    description: 'Returns the image that the delivery scan referred to.',
    answers: { 200: { description: 'The image', content: [...IMAGE_TYPES] } },
    answer_limit: DOCUMENT_LIMIT_BYTES,
    errors: ['pod_not_available'],
  },
  async (context, { params }) => {
    const shipment = await loadShipment(context.service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    const { status, pod_document_id: id } = shipment
    if (id === null) {
      const why =
        status === 'delivered' ? 'was delivered without an image' : `is ${status}; the proof of delivery is available after the delivery`
      return refuse('pod_not_available', `The shipment ${why}.`, { status })
    }
    const document = await serveDocument(context.service, { tenant: null, store: null }, id)
    if (!document) throw new Error(`the document ${id} does not exist`)
    return document
  },
)
