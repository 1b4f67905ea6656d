import { readFileSync } from 'node:fs'
import { EVENT_TYPES, type EventType, eventSchema } from '@backhaul/core/events/catalog.ts'

const FILE = new URL('../../../docs/event-examples.json', import.meta.url)

/** One real record of each type, as recorded from a run of the whole service; a type without one has none here. */
export const readEventExamples = (): Partial<Record<EventType, unknown>> => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The same by title of their schema, as the examples of the API document want them. */
export const recordedByTitle = (recorded: Partial<Record<EventType, unknown>>): Map<string, unknown> =>
  new Map(EVENT_TYPES.filter((type) => recorded[type]).map((type) => [eventSchema(type).title as string, recorded[type]]))
