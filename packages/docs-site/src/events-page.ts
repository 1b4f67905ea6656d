// Generates docs/events.md from the catalog, with a recorded event for each type that has one.
import {
  EVENT_TYPES,
  type EventType,
  entryOf,
  eventSchema,
  IDENTIFIER_KEYS,
  type IdentifierKey,
  identifiersOf,
  internalName,
} from '@backhaul/core/events/catalog.ts'
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
  return status === 'unchanged' ? "the shipment's status, unchanged" : `\`${status}\``
}

/**
 * Meaning of each identifier, and the condition under which an event has it. An identifier that is missing here is the id of the thing that
 * it names, and is always present.
 */
const IDENTIFIERS: Readonly<Partial<Record<IdentifierKey, readonly [is: string, when: string]>>> = {
  ltracking: ["the onward carrier's own number", 'the carrier is known and has given the parcel a number'],
  barcode: ["the digits of the shipment's bar code", 'always'],
  tracking: ['the tracking number of the shipment', 'always'],
  rma: ['your number for the return', 'given at creation'],
  orderID: ['your number for the order', 'given at creation'],
  shipExtID: ['your id for the shipment', 'given at creation'],
  label: ['the current label', 'the shipment has a label'],
  tender: ['the tender', 'on `shipment.injected`: a tender handed the parcel over'],
  qr: [
    'the current QR of a `qr_code` shipment; on `qr.*`, the QR that the event is about',
    'the current QR is active or used; on `qr.scanned`, also if a QR of any status was presented',
  ],
  previousQr: ['the QR that was replaced', 'always'],
  store: ['the store', 'a scan named a registered store; on `shipment.sold` and `shipment.discrepancy_reported`: the request named one'],
  customer: ['your number for the customer', 'given at creation'],
  partner: ['you', 'always'],
  webhook: [
    'a webhook',
    'never, because all webhooks receive the same bytes. `X-Service-Delivery-Id` identifies the delivery and its webhook',
  ],
  adjustment: ['the adjustment', 'on `shipment.discrepancy_reported`: the discrepancy is chargeable'],
  confirmation: ['the confirmation code of the pickup', 'always'],
  facility: [
    'the code of the facility',
    'a scan or the acceptance of a tender named a registered facility; on `tender.*`: the tender has one',
  ],
}

const identifiersSection = (): string => {
  const types = EVENT_TYPES.map((type) => {
    const { always, sometimes } = identifiersOf(type)
    return `| [${type}](#${type.replaceAll('.', '')}) | ${quoted(always)} | ${quoted(sometimes)} |`
  })
  const keys = IDENTIFIER_KEYS.map((key) => `| \`${key}\` | ${(IDENTIFIERS[key] ?? [`the ${key}`, 'always']).join(' | ')} |`)
  return `## Identifiers

An event has the ids of the records that it is about. The first table lists all ids that an event of each type can have. A key without a value is absent.

| type | always | when there is a value |
|---|---|---|
${types.join('\n')}

| key | what it is | when it is present |
|---|---|---|
${keys.join('\n')}
`
}

const section = (type: EventType, example: unknown): string => {
  const schema = eventSchema(type) as unknown as Schema
  const { firesWhen, scanType } = entryOf(type)
  const { always, sometimes } = identifiersOf(type)
  return `## ${type}

${firesWhen}

| | |
|---|---|
| \`event\` | \`${internalName(type)}\` |
| \`event_info.status\` | ${statusOf(type)} |${scanType === null ? '' : `\n| \`scan-type\` | \`${scanType}\` |`}
| \`identifiers\`, always | ${quoted(always)} |${sometimes.length === 0 ? '' : `\n| \`identifiers\`, [when there is a value](#identifiers) | ${quoted(sometimes)} |`}
| \`event_info\` | ${keysOf(schema.properties?.event_info)} |
| \`eventSpecific\` | ${keysOf(schema.properties?.eventSpecific) || 'absent'} |
${example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`}`
}

export const renderEvents = (recorded: Partial<Record<EventType, unknown>>): string => {
  const list = EVENT_TYPES.map((type) => `- [${type}](#${type.replaceAll('.', '')})`).join('\n')
  const sections = EVENT_TYPES.map((type) => section(type, recorded[type]))
  return `<!-- Generated from packages/core/src/events/catalog.ts by \`npm run generate\`; do not edit. -->
# Events

${EVENT_TYPES.length} types. An event is one record, with the same bytes in every delivery and in \`GET /v2/events\`. Distinguish events by \`type\`; the ten handling
events share the \`event\` \`scan-event\`. A key without a value is absent, never null. [Identifiers](#identifiers) lists
the ids of each type.

Events about the same shipment, tender, sweep or manifest are sent in order. An event can be delivered more than once, so store its
\`eventID\`. New types may be added; a webhook for \`*\` receives them too.

${list}

${identifiersSection()}
${sections.join('\n')}`
}
