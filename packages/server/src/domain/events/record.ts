// From what a command decided to the bytes that every delivery sends and the feed returns. A record is sealed once and never rendered
// again, so a signature over it stays valid and a retry is byte for byte the first attempt.
import type { Direction, Place } from '../shipment.ts'
import {
  type CoordinateSource,
  EVENT_TYPES,
  type EventType,
  entryOf,
  IDENTIFIER_KEYS,
  type IdentifierKey,
  INFO_KEYS,
  internalName,
  LOCATION_KEYS,
  type Specific,
} from './catalog.ts'

/** A key whose schema lets it be absent may be drafted as null: sealing leaves it out. */
export type Drafted<S> = { [K in keyof S]: Record<never, never> extends Pick<S, K> ? S[K] | null | undefined : S[K] }

export type Identifiers = Partial<Record<IdentifierKey, string | null | undefined>>

export interface EventInfo {
  summary: string
  status?: string
  direction?: Direction
  /** The acting key's contact; both empty in scan types. */
  email: string
  full_name: string
  /** Decimal degrees as text, and where they come from. */
  lat?: string
  lon?: string
  coordinateSource?: CoordinateSource
  /** When it happened, while eventDateTime says when the service told of it. */
  scannedDateTime?: string
  location?: Place
  labelUrl?: string
}

interface Draft<T extends EventType> {
  type: T
  /** Events of one subject are delivered in order: the shipment, else the tender, sweep or manifest. */
  subject: string
  partner_id: string
  shipment_id: string | null
  identifiers: Identifiers
  info: EventInfo
  specific: Drafted<Specific<T>>
}
/** One event that a command decided to fire, before it has an id and a time. A union over the types, told apart by `type`. */
export type EventDraft<T extends EventType = EventType> = T extends EventType ? Draft<T> : never

/** One row of `events`, but for the columns that the database fills in. */
export interface EventRecord {
  id: string
  partner_id: string
  type: EventType
  subject: string
  shipment_id: string | null
  created_at: string
  /** The record as JSON text: exactly what is signed, sent and served. */
  body: string
}

const SPECIFIC_KEYS: ReadonlyMap<EventType, readonly string[]> = new Map(
  EVENT_TYPES.map((type) => [type, Object.keys(entryOf(type).specific?.properties ?? {})]),
)

/** The keys that have a value, in the given order; undefined when none has. */
const present = (keys: readonly string[], source: object): Record<string, unknown> | undefined => {
  const values = source as Record<string, unknown>
  const picked: Record<string, unknown> = {}
  let any = false
  for (const key of keys) {
    const value = values[key]
    if (value === null || value === undefined) continue
    picked[key] = value
    any = true
  }
  return any ? picked : undefined
}

/**
 * Gives a draft its id and time and fixes its bytes. `now` (ISO 8601 UTC) is when the service emits it. Keys come in the order of the
 * specification; a key without a value is absent, never null, and eventSpecific is absent when it would be empty.
 */
export const seal = (draft: EventDraft, { id, now }: { id: string; now: string }): EventRecord => {
  const { type, info } = draft
  const specificKeys = SPECIFIC_KEYS.get(type) as readonly string[]
  for (const key in draft.specific) if (!specificKeys.includes(key)) throw new Error(`${type} has no key ${key} in eventSpecific`)
  const event = internalName(type)
  const record = {
    object: 'webhook',
    eventID: id,
    event,
    type,
    identifiers: present(IDENTIFIER_KEYS, draft.identifiers) ?? {},
    event_info: present(INFO_KEYS, {
      ...info,
      event,
      date: now.slice(0, 10),
      eventDateTime: now,
      location: info.location && present(LOCATION_KEYS, info.location),
    }),
    eventSpecific: draft.specific === null ? undefined : present(specificKeys, draft.specific),
  }
  return {
    id,
    partner_id: draft.partner_id,
    type,
    subject: draft.subject,
    shipment_id: draft.shipment_id,
    created_at: now,
    body: JSON.stringify(record),
  }
}
