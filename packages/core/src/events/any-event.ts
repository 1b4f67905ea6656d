import { Type } from 'typebox'
import { EVENT_TYPES, eventSchema } from './catalog.ts'

/**
 * A record of any type, discriminated by `type`. This is the largest of all schemas, so it is built only once, and only in programs that
 * read records.
 */
export const AnyEvent = Type.Union(EVENT_TYPES.map(eventSchema), {
  title: 'WebhookEvent',
  // The published schema also allows types that the reader does not know.
  published: { $ref: '#/components/schemas/Event' },
})
