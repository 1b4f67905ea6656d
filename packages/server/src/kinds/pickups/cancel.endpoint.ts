import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { cancelPickup as cancel, turnOf } from './command.ts'
import { PickupOut } from './schema.ts'

export const cancelPickup = endpoint(
  {
    method: 'POST',
    path: '/v2/pickups/:id/cancel',
    scope: 'shipments:write',
    tag: 'Pickups',
    summary: 'Cancel a pickup',
    description:
      'Cancels a pickup and removes the shipment from its sweep. A shipment that was already collected keeps the sweep that collected it, and the pickup keeps its `collected_at`: the cancellation then only ends the booking. The sweep closes when its last live pickup is canceled; a later booking orders a new sweep.',
    answers: { 200: { description: 'The pickup', schema: PickupOut } },
    errors: ['pickup_already_cancelled'],
  },
  ({ service, caller }, { params, execute }) =>
    runExclusive(turnOf(caller.partner?.id), () => execute(() => cancel(service, caller, params.id))),
)
