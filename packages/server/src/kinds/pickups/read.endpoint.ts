import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, ownerShown } from '../../http/endpoint.ts'
import { storeReachOf } from '../../service/reach.ts'
import { findPickup } from './queries.ts'
import { pickupResource } from './resource.ts'
import { PickupOut } from './schema.ts'

export const readPickup = endpoint(
  {
    method: 'GET',
    path: '/v2/pickups/:id',
    scope: 'shipments:read',
    tag: 'Pickups',
    summary: 'Read a pickup',
    description: 'Returns the booking and its status.',
    answers: { 200: { description: 'The pickup', schema: PickupOut } },
  },
  async (context, { params }) => {
    const pickup = await findPickup(context.service.db, storeReachOf(context.caller), params.id)
    if (!pickup) return refuse('not_found', 'No pickup with this id exists for your account.', { field: 'id' })
    return answer(200, { ...pickupResource(pickup), ...ownerShown(context, pickup) })
  },
)
