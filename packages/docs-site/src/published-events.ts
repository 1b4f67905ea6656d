// Events in the API document: a schema for each type, one for events of any type including future ones, and the union of the present types.
// Parts that several types share have one name.
import { EVENT_TYPES, type EventType, entryOf, eventSchema, IDENTIFIER_KEYS, type INFO_KEYS } from '@backhaul/core/events/catalog.ts'
import type { Schema } from './examples.ts'
import type { Components } from './openapi-components.ts'
import { published } from './published.ts'

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * The title names the subject of the event. If the subject is a shipment, it names the other resource in the identifiers, if there is one.
 */
const identifiersTitle = (type: EventType): string => {
  const { about, identifiers } = entryOf(type)
  const [first] = identifiers
  if (about !== 'shipment') return `${capital(about)}EventIdentifiers`
  if (identifiers.includes('previousQr')) return 'ReplacedQrEventIdentifiers'
  if (identifiers.includes('ltracking')) return 'CarrierLabelEventIdentifiers'
  if (identifiers.includes('pickup')) return 'PickupEventIdentifiers'
  return `${capital(first ?? 'shipment')}EventIdentifiers`
}

/** Parts that several types share. */
const SHARED: Record<string, string> = {
  location: 'EventLocation',
  parcel: 'EventParcel',
  declared: 'EventMeasures',
  observed: 'EventMeasures',
}

const withShared = (schema: Schema, title: string): Schema => {
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    SHARED[name] === undefined ? field : { ...field, title: SHARED[name] },
  ])
  return { ...schema, title, properties: Object.fromEntries(properties) }
}

/** Returns the record of a type, with named parts. */
const titled = (type: EventType): Schema => {
  const schema = eventSchema(type) as unknown as Schema
  const { identifiers, event_info, eventSpecific, ...others } = schema.properties ?? {}
  const name = (schema.title ?? '').replace(/Event$/, '')
  return {
    ...schema,
    properties: {
      ...others,
      identifiers: { ...identifiers, title: identifiersTitle(type) },
      event_info: withShared(event_info ?? {}, `${name}Info`),
      ...(eventSpecific && { eventSpecific: withShared(eventSpecific, `${name}Details`) }),
    },
  }
}

export const publishedEvent = (type: EventType): Schema => published(titled(type), 'answer')

/** Returns the schema of one part of `event_info` for this type. */
const partOf = (type: EventType, key: (typeof INFO_KEYS)[number]): Schema =>
  titled(type).properties?.event_info?.properties?.[key] as Schema

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', ...more, description })

const IDENTIFIERS: Schema = {
  title: 'EventIdentifiers',
  description: 'The ids of the records that an event is about. The schema of its type defines which are always present.',
  type: 'object',
  required: ['partner'],
  properties: Object.fromEntries(IDENTIFIER_KEYS.map((key) => [key, { type: 'string' }])),
}

const INFO: Schema = {
  title: 'EventInfo',
  description: 'What happened, and when. The schema of its type defines which fields are always present.',
  type: 'object',
  required: ['event', 'date', 'eventDateTime', 'summary', 'email', 'full_name'],
  properties: {
    event: text('The same as `event` in the record.'),
    date: text('The day of `eventDateTime`.', { format: 'date' }),
    eventDateTime: text('When the service recorded the event.', { format: 'date-time' }),
    summary: text('A one-line summary for people.'),
    status: text('The status, if the event reports one.'),
    direction: text('`return` or `outbound`.'),
    email: text("Email address of the acting key's contact; empty in scans."),
    full_name: text("Name of the acting key's contact; empty in scans."),
    lat: text('Decimal degrees.'),
    lon: text('Decimal degrees.'),
    coordinateSource: text('The source of the coordinates.'),
    scannedDateTime: text('When the parcel was scanned.', { format: 'date-time' }),
    location: published(partOf('shipment.in_transit', 'location'), 'answer'),
    labelUrl: text('Path of the label.'),
  } satisfies Record<(typeof INFO_KEYS)[number], Schema>,
}

/** An event of any type: the facts that a receiver or a reader of the feed can rely on before it knows the type. */
export const EVENT: Schema = {
  title: 'Event',
  description:
    'An event of any type. Read events of known types by the schema of their `type` (`WebhookEvent` is the union of these). New types and new fields appear without notice: ignore unknown types, and answer their deliveries with 2xx.',
  type: 'object',
  required: ['object', 'eventID', 'event', 'type', 'identifiers', 'event_info'],
  properties: {
    object: { type: 'string', const: 'webhook' },
    eventID: text('The same in every delivery and in the feed. Store it to ignore repeated deliveries.', { pattern: '^evt_' }),
    event: text('The internal name, which several types can share.'),
    type: text('What happened, such as `shipment.delivered`.'),
    identifiers: IDENTIFIERS,
    event_info: INFO,
    eventSpecific: { type: 'object', description: 'The fields specific to the type, if it has any.', additionalProperties: true },
  },
  'x-known-types': { $ref: '#/components/schemas/WebhookEvent' },
}

const UNION: Schema = {
  title: 'WebhookEvent',
  description: 'An event of a current type, distinguished by `type`.',
  anyOf: EVENT_TYPES.map(publishedEvent),
}

/** Adds the union of events, to which `Event` refers as its known types. */
export const addEvents = (components: Components): void => {
  components.refer(EVENT)
  components.refer(UNION)
}
