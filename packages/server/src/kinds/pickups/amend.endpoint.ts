import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { cancelPickup, turnOf } from './command.ts'
import { PickupAmend, PickupOut } from './schema.ts'

export const amendPickup = endpoint(
  {
    method: 'PATCH',
    path: '/v2/pickups/:id',
    scope: 'shipments:write',
    tag: 'Pickups',
    summary: 'Amend a pickup',
    description:
      'Cancels a pickup by setting its status to `cancelled`, as `POST …/cancel` does. To move a pickup, cancel it and book another.',
    body: PickupAmend,
    answers: { 200: { description: 'The pickup', schema: PickupOut } },
    errors: ['pickup_already_cancelled'],
  },
  ({ service, caller }, { params, execute }) =>
    runExclusive(turnOf(caller.partner?.id), () => execute(() => cancelPickup(service, caller, params.id))),
)
