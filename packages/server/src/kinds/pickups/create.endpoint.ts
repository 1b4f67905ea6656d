import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { bookPickup, turnOf } from './command.ts'
import { PickupCreate, PickupOut } from './schema.ts'

export const createPickup = endpoint(
  {
    method: 'POST',
    path: '/v2/pickups',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Pickups',
    summary: 'Book a pickup',
    description:
      "Books the shipment's carrier to collect the shipment from a store. The day and the window are in the store's local time. A window can be booked until it ends. The first live pickup for a store, day and carrier orders a sweep (`sweep.created`, then `pickup.scheduled`); later pickups join it. A shipment has one live pickup at a time.",
    body: PickupCreate,
    answers: { 201: { description: 'The pickup', schema: PickupOut } },
    errors: ['not_found', 'invalid_transition', 'pickup_already_scheduled'],
  },
  ({ service, caller }, { body, execute }) =>
    runExclusive(turnOf(caller.partner.id), () => execute(() => bookPickup(service, caller, body))),
)
