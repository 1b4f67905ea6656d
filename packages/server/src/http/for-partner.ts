import { isId } from '@backhaul/core/ids.ts'
import type { Partner } from '@backhaul/core/partner.ts'
import { isRefusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static, TSchema } from 'typebox'
import { runExclusive } from '../process/keyed-mutex.ts'
import type { CommandResult } from '../service/execute.ts'
import type { PartnerCaller } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { type Contract, type Endpoint, endpoint, OPS } from './endpoint.ts'

/** The partner for which an operator acts. Its contact never stands in for the operator in events. */
const partnerOf = async ({ keyCache }: Service, id: string): Promise<Partner | null> => {
  const partner = isId('partner', id) ? await keyCache.partner(id) : null
  return partner && { ...partner, contact_email: '', contact_name: '' }
}

/**
 * Defines the endpoint with which an operator creates a record for a partner. It accepts and refuses the same as `create` for the partner
 * itself; the answer also has the partner's id. `turnOf` names the lock of the command, if it has one. Errors: those of `create`;
 * `not_found` with the field `id` if there is no such partner.
 */
export const createForPartner = <B extends TSchema>(
  contract: Pick<Contract, 'summary' | 'description' | 'answers' | 'errors'> & { path: `/v2/ops/partners/:id/${string}`; body: B },
  create: (service: Service, caller: PartnerCaller, body: Static<B>) => Promise<CommandResult>,
  turnOf?: (partner_id: string) => string,
): Endpoint =>
  endpoint({ method: 'POST', ...OPS, ...contract }, ({ service, caller }, { params, body, execute }) => {
    // The path names only `id`, but the compiler cannot tell, because the path's end is not known here.
    const { id } = params as { id: string }
    const run = () =>
      execute(async () => {
        const partner = await partnerOf(service, id)
        if (!partner) return refuse('not_found', 'No partner has this id; GET /v2/ops/partners lists the partners.', { field: 'id' })
        const made = await create(service, { key: caller.key, partner }, body as Static<B>)
        return isRefusal(made) ? made : { ...made, body: { ...(made.body as object), partner_id: id } }
      })
    return turnOf ? runExclusive(turnOf(id), run) : run()
  })
