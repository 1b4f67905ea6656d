import { Type } from 'typebox'
import { EVENT_TYPES, eventSchema } from './catalog.ts'

/** A record of any type, discriminated by `type`. It is the largest schema of all, so it is built once, and only where records are read. */
export const AnyEvent = Type.Union(EVENT_TYPES.map(eventSchema), {
  title: 'WebhookEvent',
  // The published schema also allows types that the reader does not know.
  published: { $ref: '#/components/schemas/Event' },
})
