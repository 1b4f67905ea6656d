import { didYouMean } from '@backhaul/core/near.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { FAULT_REHEARSALS, FAULTS, type Fault } from './rehearsals.ts'
import { REHEARSAL_ERRORS, RehearsalIn, RehearsalOut, rehearse } from './rehearse.ts'

const isFault = (text: string): text is Fault => (FAULTS as readonly string[]).includes(text)

export const rehearseFault = endpoint(
  {
    method: 'POST',
    path: '/v2/test/faults/:fault',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Sandbox',
    summary: 'Rehearse a fault',
    description: `Causes one of these faults: ${FAULTS.map((fault) => `\`${fault}\``).join(', ')}. The fault happens to the shipment that you name, or to a new one. Real commands cause it, so you can rehearse every branch of your integration.`,
    body: RehearsalIn,
    answers: { 200: { description: 'The events that were fired', schema: RehearsalOut } },
    errors: REHEARSAL_ERRORS,
  },
  async ({ service, caller }, { params: { fault }, body, execute }) => {
    if (!isFault(fault)) {
      return execute(async () =>
        refuse('not_found', `No fault has this name; use one of ${FAULTS.join(', ')}${didYouMean(fault, FAULTS) || '.'}`, {
          field: 'fault',
        }),
      )
    }
    return rehearse(service, caller, fault, FAULT_REHEARSALS[fault], body.shipment_id, execute)
  },
)
