import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { listKeys } from './queries.ts'
import { keyResource } from './resource.ts'
import { KeyOut } from './schema.ts'

export const listAllKeys = pagedList(
  {
    ...OPS,
    path: '/v2/ops/keys',
    summary: 'List keys',
    description: 'Lists keys, newest first, including revoked keys, without their secrets.',
    filters: {
      partner_id: IdText('Only keys of this partner'),
      kind: Type.Enum(['partner', 'operator']),
      undecided: Type.Enum(['true'], { description: 'Only keys that wait for a decision because their creator left' }),
    },
    page: 'A page of keys',
    item: KeyOut,
  },
  ({ service }, part, filters) => listKeys(service.db, { ...filters, ...part }),
  keyResource,
)
