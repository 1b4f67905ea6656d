// The API document, OpenAPI 3.1, made from the endpoints' contracts: nothing in it is written twice. Schemas with a title become components;
// examples come from the schemas (apidoc/examples.ts), error answers from the table of codes. What it promises: each answer of the service
// fits the schema given here for its status, which the fuzz test checks. Source: contract §1, §3.
import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../domain/errors.ts'
import { EVENT_TYPES, entryOf, eventSchema } from '../domain/events/catalog.ts'
import { ID_PREFIXES, type IdKind } from '../domain/ids.ts'
import type { Contract, Endpoint } from '../http/endpoint.ts'
import { errorCodesOf } from '../http/error-answers.ts'
import { TAGS } from '../http/tags.ts'
import { Examples, exampleId, type Schema } from './examples.ts'
import { describe } from './meanings.ts'
import { Components } from './openapi-components.ts'
import type { ApiAnswer, OpenApi, Operation, Parameter } from './openapi-document.ts'

const ABOUT = `Ship parcels, mainly returns, and follow them: shipments, labels, counters, sweeps, tenders, claims and events.

Every request needs your key in \`X-Api-Key\` and, except for public tracking, a signature over its exact bytes; [/docs/signing](/docs/signing)
shows how in TypeScript, Python and shell. Money is in integer cents. Times are ISO 8601 in UTC. Lists have pages: pass \`next_cursor\` as \`cursor\`
to get the next one. Give each POST an \`Idempotency-Key\`: repeating it returns the first answer and has no second effect. Every error has the same
shape, and its \`code\` is stable.`

const DETAILS: Partial<Record<ErrorCode, object>> = {
  wrong_environment: { key_environment: 'production', environment: 'sandbox' },
  invalid_signature: { reason: 'timestamp_skew' },
  insufficient_scope: { required: 'shipments:write' },
  rate_limited: { limit: 100 },
  payload_too_large: { limit_bytes: 1_048_576 },
  unsupported_media_type: { accepted: ['application/json'] },
  validation_failed: { errors: [{ path: '/parcel/weight', rule: 'required', message: 'is required' }] },
  not_found: { field: 'id' },
  invalid_transition: { status: 'delivered', command: 'redirect' },
  qr_not_valid: { status: 'invalidated' },
  webhook_limit_reached: { limit: 16 },
  storage_quota_exceeded: { used: 10_737_000_000, limit: 10_737_418_240, reason: 'partner' },
}

/** One error body for each code that the endpoints can answer. */
const errorExamples = (endpoints: Endpoint[]): Record<string, unknown> => {
  const used = new Set<ErrorCode>(['route_not_found', 'method_not_allowed', ...endpoints.flatMap(errorCodesOf)])
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => used.has(code))
  return Object.fromEntries(
    codes.map((code) => {
      const { meaning } = ERRORS[code]
      return [code, { summary: code, value: { error: { code, message: meaning, details: DETAILS[code] ?? {} } } }]
    }),
  )
}

const HEADERS: Record<string, { description: string; schema: Schema; example: unknown }> = {
  'X-Request-Id': { description: 'Quote it when you ask about this request.', schema: { type: 'string' }, example: exampleId('request') },
  'RateLimit-Policy': {
    description: "The key's quota (q) per window of w seconds.",
    schema: { type: 'string' },
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'What is left (r), and in how many seconds (t) the full quota is available again.',
    schema: { type: 'string' },
    example: '"default";r=99;t=60',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 }, example: 1 },
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Allow: { description: 'The methods that this path allows.', schema: { type: 'string' }, example: 'GET, PATCH' },
}

const headersOf = (status: number, method: Contract['method']): Record<string, unknown> => {
  const names = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (status === 429 || status === 503 || (status === 409 && method === 'POST')) names.push('Retry-After')
  const isStored = status < 300 || status === 404 || status === 409
  if (method === 'POST' && isStored) names.push('Idempotent-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The envelope with the codes that can stand in it. */
const errorSchema = (codes: readonly ErrorCode[]): Schema => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: [...codes], description: 'Stable; use it in your program.' },
        message: { type: 'string', description: 'One sentence for people: what is wrong and what to do.' },
        details: { type: 'object', description: 'Facts for this code.', additionalProperties: true },
      },
    },
  },
})

const ERROR: Schema = { title: 'ErrorEnvelope', description: 'Any error answer.', ...errorSchema(Object.keys(ERRORS) as ErrorCode[]) }

const examplesOf = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))

const ANY_ERROR: ApiAnswer = {
  description: 'Any error, in the same envelope.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, Allow: { $ref: '#/components/headers/Allow' } },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorEnvelope' },
      examples: examplesOf(['route_not_found', 'method_not_allowed']),
    },
  },
}

/** Error answers by status: the envelope, and which of its codes this endpoint can answer. Equal ones are one component. */
const errorAnswers = (endpoint: Endpoint, components: Components): Record<string, { $ref: string }> => {
  const answers: Record<string, { $ref: string }> = {}
  const codes = errorCodesOf(endpoint)
  for (const status of [...new Set(codes.map((code) => ERRORS[code].status))].sort()) {
    const here = codes.filter((code) => ERRORS[code].status === status)
    answers[status] = components.answer(`Error${status}`, {
      description: here.map((one) => `\`${one}\`: ${ERRORS[one].meaning}`).join('\n\n'),
      headers: headersOf(status, endpoint.method),
      content: {
        'application/json': {
          schema: errorSchema(here),
          examples: examplesOf(here),
        },
      },
    })
  }
  answers.default = components.answer('Error', ANY_ERROR)
  return answers
}

const singular = (plural: string): string => (plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, ''))

const PATH_PARAMETERS: Record<string, { description: string; example: string }> = {
  tracking: { description: 'The tracking number.', example: '7K2M9QX4C8T1ZB5RN3WD6HVJ0EG' },
  type: { description: 'An event type.', example: 'shipment.delivered' },
}

const pathParameter = (path: string, name: string): Parameter => {
  const segment = path.split('/').at(path.split('/').indexOf(`:${name}`) - 1) ?? ''
  const resource = singular(segment).replaceAll('-', ' ')
  const kind = resource === 'webhook delivery' ? 'delivery' : resource
  const { description, example } = PATH_PARAMETERS[name] ?? {
    description: `The id of the ${resource}.`,
    example: Object.hasOwn(ID_PREFIXES, kind) ? exampleId(kind as IdKind) : 'example',
  }
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example }
}

const parametersOf = (endpoint: Endpoint, components: Components, examples: Examples): Operation['parameters'] => {
  const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name as string)
  const declared = (endpoint.query ?? {}) as Schema
  const query = Object.entries(declared.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query' as const,
    required: declared.required?.includes(name) ?? false,
    description: description ?? `Only items with this ${name.replaceAll('_', ' ')}.`,
    schema: components.refer(schema),
    example: examples.of(schema, name),
  }))
  const idempotency = endpoint.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  return [...names.map((name) => pathParameter(endpoint.path, name)), ...query, ...idempotency]
}

const BYTES: Schema = { type: 'string', format: 'binary' }

const requestOf = (endpoint: Endpoint, components: Components, examples: Examples): Operation['requestBody'] | null => {
  if (endpoint.binary) {
    return { required: true, content: Object.fromEntries(endpoint.binary.map((type) => [type, { schema: BYTES }])) }
  }
  if (!endpoint.body) return null
  const schema = endpoint.body as Schema
  const required = (schema.required?.length ?? 0) > 0 || schema.minProperties !== undefined
  return { required, content: { 'application/json': { schema: components.refer(schema), example: examples.of(schema) } } }
}

const successAnswers = (endpoint: Endpoint, components: Components, examples: Examples): Record<string, ApiAnswer> =>
  Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, { description, schema, content = [] }]) => {
      const json = schema && { 'application/json': { schema: components.refer(schema as Schema), example: examples.of(schema as Schema) } }
      const other = Object.fromEntries(content.filter((type) => type !== 'application/json').map((type) => [type, { schema: BYTES }]))
      const all = { ...json, ...other }
      const headers = headersOf(Number(status), endpoint.method)
      return [status, { description, headers, ...(Object.keys(all).length > 0 && { content: all }) }]
    }),
  )

const operationOf = (operationId: string, endpoint: Endpoint, components: Components, examples: Examples): Operation => {
  const { auth, scope, partner_only } = endpoint
  const requestBody = requestOf(endpoint, components, examples)
  const signatures = [{ Signature: [] }, { SignatureV2: [] }]
  const security = auth === 'signed' ? signatures.map((one) => ({ ApiKey: [scope], Timestamp: [], ...one })) : [{ ApiKey: [scope] }]
  const who = partner_only ? " It needs a partner's key." : ''
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\nScope: \`${scope}\`.${who}${auth === 'key' ? ' The key alone suffices; no signature.' : ''}`,
    security,
    parameters: parametersOf(endpoint, components, examples),
    ...(requestBody && { requestBody }),
    responses: { ...successAnswers(endpoint, components, examples), ...errorAnswers(endpoint, components) },
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
  ['X-Service-Signature-Next', 'During a rotation: the same with the new secret.', 'b'.repeat(64), false],
  ['X-Service-Event-Id', "The record's eventID, the same in every attempt.", exampleId('event'), true],
  ['X-Service-Delivery-Id', 'The id of the delivery in the list of deliveries.', exampleId('delivery'), true],
  ['X-Service-Attempt', 'Number of the attempt, from 1.', '1', true],
  ['webhook-id', `${STANDARD} the record's eventID.`, exampleId('event'), false],
  ['webhook-timestamp', `${STANDARD} when this attempt was sent, in Unix seconds.`, '1795167000', false],
  [
    'webhook-signature',
    `${STANDARD} \`v1,\` and base64 of HMAC-SHA256 of id, dot, timestamp, dot and raw body, keyed with the decoded secret; during a rotation two of them with a space between.`,
    `v1,${'A'.repeat(43)}=`,
    false,
  ],
]

const webhooks = (components: Components, examples: Examples): OpenApi['webhooks'] =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const schema = eventSchema(type) as TSchema as Schema
      const post = {
        operationId: `on${schema.title}`,
        tags: ['Events'],
        summary: entryOf(type).summary,
        description: entryOf(type).firesWhen,
        security: [],
        parameters: DELIVERY_HEADERS.map(([name, description, example, required]) => ({
          name,
          in: 'header' as const,
          required,
          description,
          schema: { type: 'string' },
          example,
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.refer(schema), example: examples.of(schema) } },
        },
        responses: {
          '2XX': { description: 'Accepted. Answer within 15 seconds.' },
          '4XX': { description: 'Not accepted; it is retried later. 410 for two events disables the webhook.' },
        },
      }
      return [type, { post }]
    }),
  )

const SECURITY = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'Your key. It belongs to one environment; the word after `bh_` says which.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Timestamp',
    description: 'The current time in Unix seconds; at most 300 s off.',
  },
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature',
    description: 'Lower-case hex of HMAC-SHA256, keyed with your signing secret, over the timestamp, a dot and the raw body.',
  },
  SignatureV2: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature-V2',
    description:
      'Instead of `X-Service-Signature`, and the only one that a key set to `v2` takes: lower-case hex of HMAC-SHA256, keyed with your signing secret, over six parts with a line feed between them: `v2`, timestamp, method, path with query, host, raw body. [/docs/signing](/docs/signing#v2) has test vectors.',
  },
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A text of your choice, such as a UUID. For 7 days the same key with the same request returns the first answer.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '5f0c8a52-6d1e-4f4b-9a31-3c2d7e9b1a60',
}

const tagsOf = (endpoints: Endpoint[]): OpenApi['tags'] => {
  const used = new Set<string>([...endpoints.map(({ tag }) => tag), 'Events'])
  return Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? { name, description } : []))
}

/** The document of these endpoints, by operation name; `recorded`: real event records by schema title. */
export const buildOpenApi = (endpoints: Record<string, Endpoint>, recorded: ReadonlyMap<string, unknown>): OpenApi => {
  const components = new Components()
  const examples = new Examples(recorded)
  components.refer(ERROR)
  const paths: OpenApi['paths'] = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, components, examples) }
  }
  return describe({
    openapi: '3.1.0',
    info: {
      title: 'Backhaul API',
      version: '2.0.0',
      summary: 'Shipment returns and logistics',
      description: ABOUT,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Backhaul' },
    },
    servers: [{ url: 'http://127.0.0.1:8080', description: 'The sandbox started by `npm start`; production has its own host.' }],
    tags: tagsOf(Object.values(endpoints)),
    paths,
    webhooks: webhooks(components, examples),
    components: {
      securitySchemes: SECURITY,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      schemas: components.schemas,
      responses: components.responses,
      examples: errorExamples(Object.values(endpoints)),
    },
  })
}
