import { createForPartner } from '../../http/for-partner.ts'
import { createLink } from './command.ts'
import { ReturnLinkCreate, ReturnLinkOut } from './schema.ts'

export const createReturnLinkForPartner = createForPartner(
  {
    path: '/v2/ops/partners/:id/return-links',
    summary: 'Create a return link for a partner',
    description:
      "Creates a return link of this partner, with the body, the defaults and the refusals of `POST /v2/return-links` with the partner's key. The audit trail names the operator.",
    body: ReturnLinkCreate,
    answers: { 201: { description: 'The link', schema: ReturnLinkOut } },
    errors: ['customs_incomplete'],
  },
  createLink,
)
