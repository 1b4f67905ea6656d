import { EVENT_TYPES, type EventType, identifiersOf } from '@backhaul/core/events/catalog.ts'
import { expect } from 'vitest'

interface Recorded {
  type: EventType
  identifiers: Record<string, string>
}

/**
 * Expects that a record has the identifiers that the table of docs/events.md lists as always present for its type, and none that the table
 * does not list.
 */
export const expectIdentified = ({ type, identifiers }: Recorded): void => {
  // Some tests write artificial records.
  if (!EVENT_TYPES.includes(type) || identifiers?.partner === undefined) return
  const { always, sometimes } = identifiersOf(type)
  const keys = Object.keys(identifiers)
  const missing = always.filter((key) => !keys.includes(key))
  const unknown = keys.filter((key) => ![...always, ...sometimes].some((known) => known === key))
  // Only failures are passed to `expect`, because one call for each of thousands of records took longer than reading them.
  if (missing.length > 0 || unknown.length > 0) expect({ type, missing, unknown }).toEqual({ type, missing: [], unknown: [] })
}
