import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { endpoint, OPS } from '../../http/endpoint.ts'
import { findAnyEvent } from './feed.ts'

export const readOperatorEvent = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/events/:id',
    ...OPS,
    summary: "Read a partner's event",
    description: 'Returns one event of any partner by its eventID, with the same bytes that its webhooks deliver.',
    answers: { 200: { description: 'The event', schema: AnyEvent } },
  },
  async ({ service }, { params }) => {
    const event = await findAnyEvent(service.db, params.id)
    return event
      ? { status: 200, body: await service.archive.body(event) }
      : refuse('not_found', 'No event with this id exists.', { field: 'id' })
  },
)
