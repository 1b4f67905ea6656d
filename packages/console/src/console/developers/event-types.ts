// The event types and their meanings, from the service's own catalog.
import { CATALOG, EVENT_TYPES, type EventType } from '@backhaul/core/events/catalog.ts'

export { EVENT_TYPES }

const isKnown = (type: string): type is EventType => type in CATALOG

/** Describes when an event of this type is sent. Returns '' if the type is newer than this page. */
export const meaningOf = (type: string): string => (isKnown(type) ? CATALOG[type].firesWhen : '')

export const docsOf = (type: string): string => `/docs/events/${encodeURIComponent(type)}`
