// docs/events.md from the catalog, with a record of a real run for each type where there is one.
import { EVENT_TYPES, type EventType, entryOf, eventSchema, internalName } from '../domain/events/catalog.ts'
import type { Schema } from './examples.ts'

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const keysOf = (schema: Schema | undefined): string => {
  const required = new Set(schema?.required ?? [])
  const names = Object.keys(schema?.properties ?? {})
  const always = names.filter((name) => required.has(name))
  const sometimes = names.filter((name) => !required.has(name))
  return [quoted(always), sometimes.length > 0 ? `when known: ${quoted(sometimes)}` : ''].filter((part) => part !== '').join('; ')
}

const statusOf = (type: EventType): string => {
  const { status } = entryOf(type)
  if (status === null) return 'absent'
  return status === 'unchanged' ? "the shipment's, unchanged" : `\`${status}\``
}

const identifiersOf = (schema: Schema): string => {
  const identifiers = schema.properties?.identifiers
  return quoted(identifiers?.required ?? [])
}

const section = (type: EventType, example: unknown): string => {
  const schema = eventSchema(type) as unknown as Schema
  const { firesWhen, scanType } = entryOf(type)
  return `## ${type}

${firesWhen}

| | |
|---|---|
| \`event\` | \`${internalName(type)}\` |
| \`event_info.status\` | ${statusOf(type)} |${scanType === null ? '' : `\n| \`scan-type\` | \`${scanType}\` |`}
| \`identifiers\`, always | ${identifiersOf(schema)} |
| \`event_info\` | ${keysOf(schema.properties?.event_info)} |
| \`eventSpecific\` | ${keysOf(schema.properties?.eventSpecific) || 'absent'} |
${example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`}`
}

export const renderEvents = (recorded: Partial<Record<EventType, unknown>>): string => {
  const list = EVENT_TYPES.map((type) => `- [${type}](#${type.replaceAll('.', '')})`).join('\n')
  const sections = EVENT_TYPES.map((type) => section(type, recorded[type]))
  return `<!-- Generated from packages/server/src/domain/events/catalog.ts by \`npm run generate\`; do not edit. -->
# Events

${EVENT_TYPES.length} types. An event is one record, with the same bytes in every delivery and in \`GET /v2/events\`. Distinguish events by \`type\`; the ten handling
events share the \`event\` \`scan-event\`. A key without a value is absent, never null. In addition to the identifiers listed as always present, a
record has every other id of its subject that exists at that moment: \`ltracking\`, \`rma\`, \`orderID\`, \`shipExtID\`, \`customer\`, \`label\`, \`qr\`, \`store\`, \`tender\`, \`facility\` and so on.

Events about one shipment (tender, sweep, manifest) are sent in order. An event can be delivered more than once: remember its \`eventID\`. New
types may be added; a webhook for \`*\` receives them too.

${list}

${sections.join('\n')}`
}
