import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { Type } from 'typebox'
import { ownedList } from '../../http/list-endpoint.ts'
import { IdText, LocalDate, OwnerFilter } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listPickups as list } from './queries.ts'
import { pickupResource } from './resource.ts'
import { PickupOut } from './schema.ts'

export const listPickups = ownedList(
  {
    path: '/v2/pickups',
    scope: 'shipments:read',
    tag: 'Pickups',
    summary: 'List pickups',
    description: 'Lists pickups, newest first. Filters combine.',
    filters: {
      shipment_id: IdText('Only pickups of this shipment'),
      sweep_id: IdText('Only pickups of this sweep'),
      store_id: IdText('Only pickups at this store'),
      date: LocalDate('Only pickups on this store-local day'),
      status: Type.Enum([...PICKUP_STATUSES]),
      ...OwnerFilter,
    },
    page: 'A page of pickups',
    item: PickupOut,
  },
  ({ db }, window, filters) => list(db, window, filters),
  pickupResource,
  storeReachOf,
)
