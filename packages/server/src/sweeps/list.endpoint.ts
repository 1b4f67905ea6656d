import { Type } from 'typebox'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, IdText, ListOf, LocalDate, Paging } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { SWEEP_STATUSES } from './model.ts'
import { sweepResource } from './resource.ts'
import { SweepOut } from './schema.ts'
import { listSweeps } from './store.ts'

export const listAllSweeps = endpoint(
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
  async (context, { query }) => {
    const { cursor, limit, ...filters } = query
    const after = decodeCursor(cursor)
    if (isRefusal(after)) return after
    const window = { tenant: tenant(context), after, limit: (limit ?? DEFAULT_PAGE) + 1 }
    return page(await listSweeps(context.service.db, window, filters), limit, sweepResource)
  },
)
