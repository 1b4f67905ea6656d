import { Type } from 'typebox'
import { EVENT_TYPES, eventSchema } from './catalog.ts'

/** A record of any type, told apart by `type`. Made once, and only where records are read: it is the largest schema of all. */
export const AnyEvent = Type.Union(EVENT_TYPES.map(eventSchema), {
  title: 'WebhookEvent',
  // Readers of the feed are told of a record that can be of any type, also of one that they do not know.
  published: { $ref: '#/components/schemas/Event' },
})
