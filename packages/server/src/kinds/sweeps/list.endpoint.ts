import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { Type } from 'typebox'
import { ownedList } from '../../http/list-endpoint.ts'
import { IdText, LocalDate } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listSweeps as list } from './queries.ts'
import { sweepResource } from './resource.ts'
import { SweepOut } from './schema.ts'

export const listSweeps = ownedList(
  {
    path: '/v2/sweeps',
    scope: 'shipments:read',
    tag: 'Sweeps',
    summary: 'List sweeps',
    description: 'Lists sweeps, newest first. Filters combine.',
    filters: {
      store_id: IdText('Visits to this store'),
      date: LocalDate('Visits on this store-local day'),
      status: Type.Enum([...SWEEP_STATUSES]),
    },
    page: 'A page of sweeps',
    item: SweepOut,
  },
  ({ db }, window, filters) => list(db, window, filters),
  sweepResource,
  storeReachOf,
)
