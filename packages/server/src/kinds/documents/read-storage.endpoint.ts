import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { usedBytes } from './queries.ts'
import { storageLimit } from './storage.ts'

export const readStorage = endpoint(
  {
    method: 'GET',
    path: '/v2/storage',
    scope: 'shipments:read',
    tag: 'Documents',
    summary: 'Read the storage use',
    description:
      'Returns how many bytes your documents occupy, and the limit. An upload that exceeds the limit is refused with `storage_quota_exceeded`.',
    partner_only: true,
    answers: {
      200: {
        description: 'The storage',
        schema: Type.Object(
          {
            object: Type.Enum(['storage']),
            used: Type.Integer({ format: 'int64', description: 'Bytes' }),
            limit: Type.Integer({ format: 'int64', description: 'Bytes' }),
          },
          { title: 'Storage' },
        ),
      },
    },
  },
  async ({ service, caller }) =>
    answer(200, { object: 'storage', used: await usedBytes(service.db, caller.partner.id), limit: storageLimit(service, caller.partner) }),
)
