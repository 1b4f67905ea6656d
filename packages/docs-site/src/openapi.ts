// The API document, OpenAPI 3.1, generated from the endpoints' contracts, so nothing is written twice. Schemas with a title become
// components. Examples come from the schemas (examples.ts), error responses from the table of codes. The document promises that each
// response of the service fits the schema for its status. The fuzz test checks this promise.
import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { EVENT_TYPES, entryOf, eventSchema } from '@backhaul/core/events/catalog.ts'
import { ID_PREFIXES, type IdKind } from '@backhaul/core/ids.ts'
import { type Endpoint, errorCodesOf, isCommon, TAGS } from '@backhaul/server/contracts'
import { Examples, exampleId, type Schema } from './examples.ts'
import { describe } from './meanings.ts'
import { Components, referenceTo } from './openapi-components.ts'
import type { ApiAnswer, Media, OpenApi, Operation, Parameter, WebhookOperation } from './openapi-document.ts'
import { ENVELOPE, errorAnswers, errorExamples, HEADERS } from './openapi-errors.ts'
import { linksOf } from './openapi-links.ts'
import { SECURITY_SCHEMES, securityOf } from './openapi-security.ts'
import { published } from './published.ts'
import { addEvents, publishedEvent } from './published-events.ts'

const ABOUT = `Ship parcels, mainly returns, and follow them: shipments, labels, counters, sweeps, tenders, claims and events.

Every request needs your key in \`X-Api-Key\` and, except for public tracking, a signature over its exact bytes; [/docs/signing](/docs/signing)
shows how in JavaScript, Python and shell. People [sign in by links](/docs/guide/sign-in) instead. For a request without a body, such as every GET, sign an empty body. Money is in integer cents. Times are ISO 8601 in UTC. Lists have pages: pass \`next_cursor\` as \`cursor\`
to get the next page. Give each POST an \`Idempotency-Key\`: repeating it returns the first answer and has no second effect. HEAD gets the same answer as GET, without the body. Every error has the same
shape, and its \`code\` is stable. Each answer has an \`X-Request-Id\`, and each answer to a known key has \`RateLimit\` and \`RateLimit-Policy\`.

The API may grow without notice and without a new version: new fields in answers and events, new values of fields (such as a status), new event
types and new error codes. Your program must not fail on them: ignore unknown fields and events, keep an unknown value as text, and handle an
unknown code by its status.`

/** Tag of the requests to receivers, which are not operations of this service. A generator makes one class for each tag. */
const SENT = {
  name: 'Event types',
  description: 'Requests to webhooks: the service sends a request to your server for each event, and your server answers it.',
}

const singular = (plural: string): string => (plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, ''))

const CODE_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'

const PATH_PARAMETERS: Record<string, { description: string; schema: Schema; example: string }> = {
  tracking: { description: 'The tracking number.', schema: { type: 'string' }, example: '7K2M9QX4C8T1ZB5RN3WD6HVJ0EG' },
  type: { description: 'An event type.', schema: { $ref: referenceTo('EventType') }, example: 'shipment.delivered' },
  fault: { description: 'The fault to cause.', schema: { $ref: referenceTo('Fault') }, example: 'lost' },
  country: { description: 'ISO 3166-1 alpha-2 code.', schema: { type: 'string', pattern: '^[A-Z]{2}$' }, example: 'US' },
  carrier: { description: 'Code of the carrier.', schema: { type: 'string', pattern: CODE_PATTERN }, example: 'northline' },
  effective_on: {
    description: 'The first day, in UTC.',
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    example: '2027-01-01',
  },
  subject: {
    description: 'The owner of the calendar: the country of a market, or the id of a store.',
    schema: { type: 'string', pattern: '^([A-Z]{2}|sto_[0-9a-z]{26})$' },
    example: 'US',
  },
  code: { description: 'A code of your choice.', schema: { type: 'string', pattern: CODE_PATTERN }, example: 'northline' },
}

const isIdKind = (name: string): name is IdKind => Object.hasOwn(ID_PREFIXES, name)

/** Returns the kind of id that the path segment before the parameter stands for. */
const kindOf = (resource: string): string =>
  ({
    'webhook delivery': 'delivery',
    'drop off location': 'store',
    'console link': 'link',
    'console session': 'session',
    'unmatched scan': 'carrier_scan',
    line: 'carrier_invoice_line',
  })[resource] ?? resource.replaceAll(' ', '_')

/** Words that may replace an id. */
const WORDS: Partial<Record<IdKind, string>> = { session: 'current' }

const pathParameter = (path: string, name: string): Parameter => {
  const known = PATH_PARAMETERS[name]
  if (known) return { name, in: 'path', required: true, ...known }
  const segment = path.split('/').at(path.split('/').indexOf(`:${name}`) - 1) ?? ''
  const resource = singular(segment).replaceAll('-', ' ')
  const kind = kindOf(resource)
  if (!isIdKind(kind)) throw new Error(`describe the parameter {${name}} of ${path} in PATH_PARAMETERS`)
  const word = WORDS[kind]
  const id = `${ID_PREFIXES[kind]}_[0-9a-z]{26}`
  const schema = { type: 'string', pattern: word === undefined ? `^${id}$` : `^(${id}|${word})$` }
  const description = `The id of the ${resource}${word === undefined ? '' : `, or \`${word}\``}.`
  return { name, in: 'path', required: true, description, schema, example: exampleId(kind) }
}

/** Parameters for a position in a list. They have no example, because the service would refuse an invented position. */
const POSITIONS = new Set(['cursor', 'after'])
/**
 * Parameters without an example, because other parameters can be sent instead. A client that sends every example then uses only one of the
 * two alternatives.
 */
const EITHER_OR = new Set(['/v2/drop-off-locations postal_code', '/v2/drop-off-locations country'])

const parametersOf = (endpoint: Endpoint, components: Components, examples: Examples): Operation['parameters'] => {
  const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name as string)
  const declared = (endpoint.query ?? {}) as Schema
  const query = Object.entries(declared.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query' as const,
    required: declared.required?.includes(name) ?? false,
    description: description ?? `Only items with this ${name.replaceAll('_', ' ')}.`,
    schema: components.refer(published(schema, 'request')),
    ...(!POSITIONS.has(name) && !EITHER_OR.has(`${endpoint.path} ${name}`) && { example: examples.of(schema, name) }),
  }))
  const idempotency = endpoint.method === 'POST' && endpoint.auth !== 'page' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const inPath = names.map((name) => pathParameter(endpoint.path, name))
  for (const { schema } of inPath) components.refer(schema)
  return [...inPath, ...query, ...idempotency]
}

const BYTES: Schema = { type: 'string', format: 'binary' }

/** Text types, with an example. Other media types are bytes. */
const TEXTS: Record<string, { schema: Schema; example: string }> = {
  'text/csv': {
    schema: { type: 'string' },
    example:
      'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours\nCOL-01,Corner Store Columbus,1 Main St,Columbus,OH,43004,US,39.96,-83,America/New_York,mon-fri 08:00-20:00; sat 09:00-13:00\n',
  },
}

/**
 * Media types that the service accepts but that are named only in the description. If they were listed as media types,
 * openapi-python-client would omit the whole operation, because it does not know them.
 */
const UNKNOWN_TO_GENERATORS = ['application/x-ndjson']

const requestOf = (endpoint: Endpoint, components: Components, examples: Examples): Operation['requestBody'] | null => {
  if (endpoint.binary) {
    const types = endpoint.binary.filter((type) => !UNKNOWN_TO_GENERATORS.includes(type))
    return { required: true, content: Object.fromEntries(types.map((type) => [type, TEXTS[type] ?? { schema: BYTES }])) }
  }
  if (!endpoint.body) return null
  const schema = published(endpoint.body as Schema, 'request')
  const required = (schema.required?.length ?? 0) > 0 || schema.minProperties !== undefined || schema.not !== undefined
  return {
    required,
    content: { 'application/json': { schema: components.refer(schema), example: examples.of(endpoint.body as Schema) } },
  }
}

/** Bytes come first, because a generator assumes that every response has the first form. */
const successAnswers = (endpoint: Endpoint, { components, examples, links }: Making): Record<string, ApiAnswer> =>
  Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, { description, schema, content = [] }]) => {
      const bytes = Object.fromEntries(content.filter((type) => type !== 'application/json').map((type) => [type, { schema: BYTES }]))
      const json = schema && {
        schema: components.refer(published(schema as Schema, 'answer')),
        example: examples.of(schema as Schema),
      }
      const all = { ...bytes, ...(json && { 'application/json': json }) }
      const next = links(endpoint, Number(status))
      return [status, { description, ...(Object.keys(all).length > 0 && { content: all }), ...(next && { links: next }) }]
    }),
  )

/** Returns the description of errors that are specific to the endpoint. */
const refusalsOf = (endpoint: Endpoint): string => {
  const codes = errorCodesOf(endpoint).filter((code) => !isCommon(code))
  return codes.length === 0
    ? ''
    : `\n\nErrors, in addition to those that any request can get: ${codes.map((code) => `\`${code}\``).join(', ')}.`
}

/** Shared state for building the parts of a document. */
interface Making {
  components: Components
  examples: Examples
  links: ReturnType<typeof linksOf>
}

const operationOf = (operationId: string, endpoint: Endpoint, making: Making): Operation => {
  const { components, examples } = making
  const { auth, scope, partner_only } = endpoint
  const requestBody = requestOf(endpoint, components, examples)
  const callbacks = callbacksOf(operationId, examples)
  const who = scope === 'ops' ? " Requires an operator's key." : partner_only ? " Requires a partner's key." : ''
  const key = auth === 'key' ? ' The key is enough; no signature is needed.' : ''
  const scopes =
    scope === null ? (auth === 'page' ? 'Scope: none. No key is needed.' : 'Scope: none. Any key works.') : `Scope: \`${scope}\`.`
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n${scopes}${who}${key}${refusalsOf(endpoint)}`,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, components, examples),
    ...(requestBody && { requestBody }),
    responses: { ...successAnswers(endpoint, making), ...errorAnswers(endpoint, components) },
    ...(callbacks && { callbacks }),
  }
}

const STANDARD = 'With `signing: standard` only:'
const DELIVERY_HEADERS: [string, string, string, required: boolean][] = [
  ['X-Service-Timestamp', 'When this attempt was sent, in Unix seconds.', '1795167000', true],
  [
    'X-Service-Signature',
    "HMAC-SHA256 of timestamp, dot and raw body, keyed with the webhook's secret; lower-case hex.",
    'a'.repeat(64),
    true,
  ],
  ['X-Service-Signature-Next', 'During a rotation: the same signature, made with the new secret.', 'b'.repeat(64), false],
  ['X-Service-Event-Id', "The record's eventID, the same in every attempt.", exampleId('event'), true],
  ['X-Service-Delivery-Id', 'The id of the delivery in the list of deliveries.', exampleId('delivery'), true],
  ['X-Service-Attempt', 'Number of the attempt, from 1.', '1', true],
  ['webhook-id', `${STANDARD} the record's eventID.`, exampleId('event'), false],
  ['webhook-timestamp', `${STANDARD} when this attempt was sent, in Unix seconds.`, '1795167000', false],
  [
    'webhook-signature',
    `${STANDARD} \`v1,\` and base64 of HMAC-SHA256 of id, dot, timestamp, dot and raw body, keyed with the decoded secret; during a rotation, two signatures separated by a space.`,
    `v1,${'A'.repeat(43)}=`,
    false,
  ],
]

const DELIVERY_PARAMETERS: Parameter[] = DELIVERY_HEADERS.map(([name, description, example, required]) => ({
  ...{ name, in: 'header' as const, required, description },
  ...{ schema: { type: 'string' }, example },
}))

/** A request to a receiver. It has its own signature. */
const delivery = (operationId: string, texts: { summary: string; description: string }, media: Media): WebhookOperation => ({
  operationId,
  tags: [SENT.name],
  ...texts,
  security: [],
  parameters: DELIVERY_PARAMETERS,
  requestBody: { required: true, content: { 'application/json': media } },
  responses: {
    '2XX': { description: 'Accepted. Answer within 15 seconds.' },
    '4XX': { description: 'Not accepted. The delivery is retried later. If you answer 410 to two events, the webhook is disabled.' },
  },
})

const webhooks = (components: Components, examples: Examples): OpenApi['webhooks'] =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const schema = publishedEvent(type)
      const { summary, firesWhen: description } = entryOf(type)
      const media = { schema: components.refer(schema), example: examples.of(eventSchema(type) as unknown as Schema) }
      return [type, { post: delivery(`on${schema.title}`, { summary, description }, media) }]
    }),
  )

/** Returns the callbacks of an operation. Only the registration of a webhook has any. */
const callbacksOf = (operationId: string, examples: Examples): Operation['callbacks'] => {
  if (operationId !== 'createWebhook') return undefined
  const texts = {
    summary: 'An event',
    description: 'One event that the webhook subscribes to. Events of future types also match the schema `Event`.',
  }
  const media = { schema: { $ref: referenceTo('WebhookEvent') }, example: examples.of(AnyEvent as unknown as Schema) }
  return { event: { '{$request.body#/url}': { post: delivery('onEvent', texts, media) } } }
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice, such as a UUID. For 7 days, the same request with the same Idempotency-Key returns the first answer.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '5f0c8a52-6d1e-4f4b-9a31-3c2d7e9b1a60',
}

const tagsOf = (endpoints: Endpoint[]): OpenApi['tags'] => {
  const used = new Set<string>(endpoints.map(({ tag }) => tag))
  return [...Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? { name, description } : [])), SENT]
}

/** Builds the document of these endpoints, by operation name. `recorded`: recorded events by schema title. */
export const buildOpenApi = (endpoints: Record<string, Endpoint>, recorded: ReadonlyMap<string, unknown>): OpenApi => {
  const components = new Components()
  const examples = new Examples(recorded)
  components.refer(ENVELOPE)
  addEvents(components)
  const making: Making = { components, examples, links: linksOf(endpoints) }
  const paths: OpenApi['paths'] = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, making) }
  }
  return describe({
    openapi: '3.1.0',
    info: {
      title: 'Backhaul API',
      version: '2.0.0',
      summary: 'Shipment returns and logistics',
      description: ABOUT,
      contact: { name: 'The operator who gave you your key' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    // A relative URL, so that the same bytes are correct at every address.
    servers: [{ url: '/', description: 'The server of this document.' }],
    tags: tagsOf(Object.values(endpoints)),
    paths,
    webhooks: webhooks(components, examples),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      schemas: components.schemas,
      responses: components.responses,
      examples: errorExamples(Object.values(endpoints)),
    },
  })
}
