import { endpoint } from '../../http/endpoint.ts'
import { inTurn } from '../../process/turns.ts'
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
  ({ service, caller }, { params, execute }) => inTurn(turnOf(caller), () => execute(() => cancelPickup(service, caller, params.id))),
)
