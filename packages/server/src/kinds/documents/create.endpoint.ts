import { invalidField, isRefusal } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import type { Update } from '../../commit/plan.ts'
import { UNNAMED_HOURS } from '../../delivery/retention.ts'
import { DOCUMENT_LIMIT_BYTES, endpoint, reach } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { partnerNow } from '../../service/service.ts'
import { needed } from '../../storage/object-rows.ts'
import { contentStore } from './content.ts'
import { IMAGE_TYPES, typeOf } from './images.ts'
import { documentRow, OPERATOR, transfers } from './queries.ts'
import { findRoom } from './storage.ts'

const DocumentOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['document']),
    content_type: Type.Enum([...IMAGE_TYPES]),
    size: Type.Integer({ description: 'Bytes' }),
  },
  { title: 'Document' },
)

export const createDocument = endpoint(
  {
    method: 'POST',
    path: '/v2/documents',
    scope: 'shipments:write',
    tag: 'Documents',
    summary: 'Upload an image',
    description: `Uploads a PNG or JPEG image. A delivery scan can then refer to the image as its proof, and a refusal at a counter as its photo. An image that no scan names is removed after ${UNNAMED_HOURS} hours.`,
    binary: [...IMAGE_TYPES],
    body_limit: DOCUMENT_LIMIT_BYTES,
    answers: { 201: { description: 'The document', schema: DocumentOut } },
    errors: ['validation_failed', 'storage_quota_exceeded'],
  },
  (context, { body: { bytes, content_type }, execute }) => {
    const type = typeOf(bytes) ?? content_type
    const fault = bytes.length === 0 ? 'is empty' : type === content_type ? null : `is an ${type}, but Content-Type says ${content_type}`
    if (fault) return execute(async () => invalidField('', 'content', `${fault}; send the bytes of an ${content_type}`))
    const owner = reach(context).tenant
    const { service } = context
    const content = contentStore(service, bytes)
    const upload = () =>
      execute(async () => {
        const room = await findRoom(service, context.caller.partner, bytes.length)
        if (isRefusal(room)) return room
        const now = owner ? await partnerNow(service, owner) : iso(service.clock.now())
        const object = await content.put()
        const row = documentRow({ id: newId('document'), partner_id: owner ?? OPERATOR, content_type, created_at: now }, bytes, object?.id)
        const body = { id: row.id, object: 'document', content_type, size: row.size }
        // PostgreSQL itself adds the size of the document to the row, as for every document.
        const updates: Update[] = room ? [['storage', { ...room, version: room.version + 1 }]] : []
        if (object) updates.push(needed(object))
        return { status: 201, body, plan: { inserts: [['documents', row]], updates } }
      }, content.isOutside)
    return transfers.run(owner, () => runExclusive(`storage/${owner ?? OPERATOR}`, upload))
  },
)
