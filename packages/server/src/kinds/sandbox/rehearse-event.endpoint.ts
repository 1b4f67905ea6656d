import { EVENT_TYPES, type EventType } from '@backhaul/core/events/catalog.ts'
import { didYouMean } from '@backhaul/core/near.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { EVENT_REHEARSALS } from './rehearsals.ts'
import { REHEARSAL_ERRORS, RehearsalIn, RehearsalOut, rehearse } from './rehearse.ts'

const isEventType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text)

export const rehearseEvent = endpoint(
  {
    method: 'POST',
    path: '/v2/test/events/:type',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Sandbox',
    summary: 'Cause an event of any type',
    description:
      'Runs the real command that fires the event: real rows, real events, real deliveries to your webhooks. It uses the shipment you name, or creates one and brings it to the required status.',
    body: RehearsalIn,
    answers: { 200: { description: 'The events that were fired', schema: RehearsalOut } },
    errors: REHEARSAL_ERRORS,
  },
  async ({ service, caller }, { params: { type }, body, execute }) => {
    if (!isEventType(type)) {
      const remedy = didYouMean(type, EVENT_TYPES) || '; see the catalog of events.'
      return execute(async () => refuse('not_found', `No event type has this name${remedy}`, { field: 'type' }))
    }
    return rehearse(service, caller, type, { ...EVENT_REHEARSALS[type], fires: type }, body.shipment_id, execute)
  },
)
