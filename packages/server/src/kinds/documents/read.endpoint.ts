import { refuse } from '@backhaul/core/refusal.ts'
import { DOCUMENT_LIMIT_BYTES, endpoint } from '../../http/endpoint.ts'
import { storeReachOf } from '../../service/reach.ts'
import { IMAGE_TYPES } from './images.ts'
import { serveDocument } from './serve.ts'

export const readDocument = endpoint(
  {
    method: 'GET',
    path: '/v2/documents/:id',
    scope: 'shipments:read',
    tag: 'Documents',
    summary: 'Fetch a document',
    description: 'Returns the exact bytes that were uploaded. Available to the uploader, and to the partner whose parcel the image shows.',
    answers: { 200: { description: 'The image', content: [...IMAGE_TYPES] } },
    answer_limit: DOCUMENT_LIMIT_BYTES,
  },
  async (context, { params }) => {
    const document = await serveDocument(context.service, storeReachOf(context.caller), params.id)
    return document ?? refuse('not_found', 'No document with this id exists for your account.', { field: 'id' })
  },
)
