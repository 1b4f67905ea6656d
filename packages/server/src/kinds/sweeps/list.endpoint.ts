import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, LocalDate, Paging } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listSweeps as list } from './queries.ts'
import { sweepResource } from './resource.ts'
import { SweepOut } from './schema.ts'

export const listSweeps = endpoint(
  {
    method: 'GET',
    path: '/v2/sweeps',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Sweeps',
    summary: 'List sweeps',
    description: 'Newest first. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        store_id: Type.Optional(IdText('Visits to this store')),
        date: Type.Optional(LocalDate('Visits on this store-local day')),
        status: Type.Optional(Type.Enum([...SWEEP_STATUSES])),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of sweeps', schema: ListOf(SweepOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(query, (part, filters) => list(context.service.db, { ...storeReachOf(context.caller), ...part }, filters), sweepResource),
)
