import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, Order, Paging, Text } from '../../http/schemas.ts'
import { listUnmatched } from './queries.ts'
import { unmatchedResource } from './resource.ts'
import { UnmatchedScan } from './schema.ts'
import { withSuggestions } from './similar.ts'

export const listUnmatchedScans = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/unmatched-scans',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List unmatched scans',
    description: 'The inbox: carrier reports whose number leads to no parcel, or to a parcel that is not with the carrier. Newest first.',
    query: Type.Object(
      {
        ...Paging,
        state: Type.Optional(Type.Enum(['open', 'dismissed'], { description: '`open` when absent' })),
        carrier: Type.Optional(Text(50, 'Only of this carrier')),
        number: Type.Optional(Text(64, 'Only of this number')),
        import_id: Type.Optional(IdText('Only of this report')),
        tender_id: Type.Optional(IdText('Only the surplus of this tender')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of the inbox', schema: ListOf(UnmatchedScan) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) =>
    pageOf(
      query,
      async (part, { order, state = 'open', ...filters }) =>
        withSuggestions(service.db, await listUnmatched(service.db, { ...part, order }, { ...filters, state })),
      unmatchedResource,
    ),
)
