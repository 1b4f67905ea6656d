import { createForPartner } from '../../http/for-partner.ts'
import { bookPickup, turnOf } from './command.ts'
import { PickupCreate, PickupOut } from './schema.ts'

export const createPickupForPartner = createForPartner(
  {
    path: '/v2/ops/partners/:id/pickups',
    summary: 'Book a pickup for a partner',
    description:
      "Books a pickup of one of this partner's shipments, with the body and the refusals of `POST /v2/pickups` with the partner's key. Events and the audit trail name the operator.",
    body: PickupCreate,
    answers: { 201: { description: 'The pickup', schema: PickupOut } },
    errors: ['invalid_transition', 'pickup_already_scheduled'],
  },
  bookPickup,
  turnOf,
)
