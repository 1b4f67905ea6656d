// The types of events and what each means, from the service's own catalog.
import { CATALOG, EVENT_TYPES, type EventType } from '@backhaul/core/events/catalog.ts'

export { EVENT_TYPES }

const isKnown = (type: string): type is EventType => type in CATALOG

/** When the type fires; empty for one that this page is too old to know. */
export const meaningOf = (type: string): string => (isKnown(type) ? CATALOG[type].firesWhen : '')

/** Where the documentation has it. */
export const docsOf = (type: string): string => `/docs/events/${encodeURIComponent(type)}`
