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
    description: 'Newest first. Filters combine.',
    filters: {
      shipment_id: IdText('Of this shipment'),
      sweep_id: IdText('Booked on this sweep'),
      store_id: IdText('At this store'),
      date: LocalDate('On this store-local day'),
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
