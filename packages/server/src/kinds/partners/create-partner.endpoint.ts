import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { addPartner, afterKey } from './commands.ts'
import { CredentialsOut, PartnerCreate } from './schema.ts'

export const createPartner = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/partners',
    ...OPS,
    summary: 'Create a partner',
    description:
      'Creates a partner and its first key, with the given role or scopes. Only this answer contains the key and its signing secret.',
    body: PartnerCreate,
    answers: { 201: { description: "The first key's credentials", schema: CredentialsOut } },
  },
  async ({ service, caller }, { body, execute }) => {
    const actor = actingOperator(caller)
    return afterKey(service, actor, await execute(() => addPartner(service, actor, body)))
  },
)
