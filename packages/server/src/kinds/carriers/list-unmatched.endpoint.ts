import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText, Order, Text } from '../../http/schemas.ts'
import { listUnmatched } from './queries.ts'
import { unmatchedResource } from './resource.ts'
import { UnmatchedScan } from './schema.ts'
import { withSuggestions } from './similar.ts'

export const listUnmatchedScans = pagedList(
  {
    ...OPS,
    path: '/v2/ops/unmatched-scans',
    summary: 'List unmatched scans',
    description: 'Lists the inbox: carrier reports whose number matches no parcel, or a parcel that is not with the carrier. Newest first.',
    filters: {
      state: Type.Enum(['open', 'dismissed'], { description: '`open` when absent' }),
      carrier: Text(50, 'Only scans of this carrier'),
      number: Text(64, 'Only scans with this number'),
      import_id: IdText('Only scans of this report'),
      tender_id: IdText('Only scans of surplus parcels of this tender'),
      order: Order,
    },
    page: 'A page of the inbox',
    item: UnmatchedScan,
  },
  async ({ service }, part, { state = 'open', ...filters }) =>
    withSuggestions(service.db, await listUnmatched(service.db, part, { ...filters, state })),
  unmatchedResource,
)
