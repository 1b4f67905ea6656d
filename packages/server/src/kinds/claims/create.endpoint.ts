import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { shipmentTurn } from '../shipments/command.ts'
import { openClaim } from './command.ts'
import { ClaimCreate, ClaimOut } from './schema.ts'

export const createClaim = endpoint(
  {
    method: 'POST',
    path: '/v2/claims',
    scope: 'claims:write',
    partner_only: true,
    tag: 'Claims',
    summary: 'Open a claim',
    description:
      'Opens a claim. A shipment can have only one open claim of each type. Fires claim.opened. No event reports approval, denial or closure, so poll GET /v2/claims/{id}.',
    body: ClaimCreate,
    answers: { 201: { description: 'The open claim', schema: ClaimOut } },
    errors: ['not_found', 'claim_already_open'],
  },
  ({ service, caller }, { body, execute }) =>
    runExclusive(shipmentTurn(body.shipment_id), () => execute(() => openClaim(service, caller, body))),
)
