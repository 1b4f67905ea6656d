import { readFileSync } from 'node:fs'
import { EVENT_TYPES, type EventType, eventSchema } from '@backhaul/core/events/catalog.ts'

const FILE = new URL('../../../docs/event-examples.json', import.meta.url)

/** Returns one recorded event of each type, from a run of the whole service. Types without a recording are missing. */
export const readEventExamples = (): Partial<Record<EventType, unknown>> => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Returns the recorded events by schema title, the form that the examples of the API document need. */
export const recordedByTitle = (recorded: Partial<Record<EventType, unknown>>): Map<string, unknown> =>
  new Map(EVENT_TYPES.filter((type) => recorded[type]).map((type) => [eventSchema(type).title as string, recorded[type]]))
