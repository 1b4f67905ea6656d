import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { isId } from '@backhaul/core/ids.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { findEvent } from './feed.ts'

export const readEvent = endpoint(
  {
    method: 'GET',
    path: '/v2/events/:id',
    scope: 'events:read',
    partner_only: true,
    tag: 'Events',
    summary: 'Read an event',
    description:
      'Returns one of your events by its eventID, with the same bytes that the feed lists and that webhooks deliver. An event can be read as soon as it exists, which may be a moment before the feed lists it.',
    answers: { 200: { description: 'The event', schema: AnyEvent } },
  },
  async ({ service, caller }, { params }) => {
    const event = isId('event', params.id) ? await findEvent(service.db, caller.partner.id, params.id) : null
    if (!event) return refuse('not_found', 'No event with this id exists for your account.', { field: 'id' })
    return { status: 200, body: await service.archive.body(event) }
  },
)
