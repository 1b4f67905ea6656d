import { createForPartner } from '../../http/for-partner.ts'
import { createOne } from './create.ts'
import { ShipmentCreate, ShipmentOut } from './schema.ts'

export const createShipmentForPartner = createForPartner(
  {
    path: '/v2/ops/partners/:id/shipments',
    summary: 'Create a shipment for a partner',
    description:
      "Creates a shipment of this partner, with the body, the defaults and the refusals of `POST /v2/shipments` with the partner's key. Events and the audit trail name the operator.",
    body: ShipmentCreate,
    answers: { 201: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['customs_incomplete', 'numbers_used_up'],
  },
  createOne,
)
