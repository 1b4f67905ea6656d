// Creates the shipment of a form exactly once. One statement writes the shipment and counts the use of the link in the link's row, whose
// version must be unchanged. So if the same form arrives twice at once, in any processes, only one request commits, and the other finds the
// answer of the first. The identifier of the form (`formKeyOf`) is the Idempotency-Key, so a form that is sent again leads to the same
// shipment.
import type { CreateInput } from '@backhaul/core/decide-create.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Execution } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { prepareCreate } from '../shipments/create.ts'
import { madeBy } from './form.ts'
import { findReturnLink, type ReturnLinkRow } from './queries.ts'
import { linkStatus } from './status.ts'

const ENDPOINT = 'POST /r/:token'
/** No key and no signed-in person acts here, so events name the partner's contact instead. */
const SHOPPER = { email: '', full_name: '' }

/**
 * Creates the shipment and returns its id. Errors: those of a create; `not_found` if the link does not exist; `validation_failed` if the
 * link is no longer open.
 */
export const makeShipment = async (
  service: Service,
  link_id: string,
  form: string,
  input: CreateInput,
): Promise<{ shipment_id: string } | Refusal> => {
  const key = { principal: link_id, endpoint: ENDPOINT, key: `form-${form}`, fingerprint: 'form' }
  const answer = await new Execution(service, key).execute(async () => {
    const link = await findReturnLink(service.db, null, link_id)
    const partner = link && (await service.keyCache.partner(link.partner_id))
    if (!link || !partner) return refuse('not_found', 'This return link does not exist.', { field: 'id' })
    const made = madeBy(link, form)
    // The form was used so long ago that its answer is no longer stored, but the link still has the shipment's id.
    if (made !== undefined) return { status: 200, body: { shipment_id: made }, plan: {} }
    if (linkStatus(link, await partnerNow(service, partner.id)) !== 'open')
      return refuse('validation_failed', 'This return link can no longer be used, or the form belongs to another link.', { errors: [] })
    const created = await prepareCreate(service, { key: SHOPPER, partner }, input, 'api')
    // Unlike a partner's answer, this refusal is not stored under a key, because the shopper corrects the form and sends it again.
    if (isRefusal(created) && created.code === 'customs_incomplete') return refuse('validation_failed', created.message, created.details)
    if (isRefusal(created)) return created
    const { id } = created.shipment
    const forms = link.max_shipments > 1 ? { ...link.forms, [form]: id } : link.forms
    const used: ReturnLinkRow = { ...link, shipment_ids: [...link.shipment_ids, id], forms, version: link.version + 1 }
    const plan = mergePlans([created.plan, { updates: [['return_links', used]] }])
    return { status: 201, body: { shipment_id: id }, plan }
  })
  return isRefusal(answer) ? answer : (JSON.parse(answer.body as string) as { shipment_id: string })
}
