import { endpoint } from '../http/endpoint.ts'
import { actingOperator } from '../service/audit.ts'
import { addPartner } from './commands.ts'
import { CredentialsOut, PartnerCreate } from './schema.ts'

export const createPartner = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/partners',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Create a partner',
    description: 'With its first key, which has the role or the scopes given. The key and its signing secret are in this answer only.',
    body: PartnerCreate,
    answers: { 201: { description: "The first key's credentials", schema: CredentialsOut } },
    errors: ['validation_failed'],
  },
  ({ service, caller }, { body, execute }) => execute(() => addPartner(service, actingOperator(caller), body)),
)
