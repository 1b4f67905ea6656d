// Errors in the API document: one envelope for all of them. Each operation's responses list its codes in their descriptions and examples.
// The default response lists the headers that every response may have.
import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import { type Endpoint, errorCodesOf } from '@backhaul/server/contracts'
import { exampleId, type Schema } from './examples.ts'
import { type Components, referenceTo } from './openapi-components.ts'
import type { ApiAnswer, Media } from './openapi-document.ts'

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
  numbers_used_up: { carrier: 'northline' },
  manifest_too_long: { limit: 20_000, package_count: 20_481 },
  surplus_limit_reached: { limit: 1_000 },
  webhook_limit_reached: { limit: 16 },
  cross_origin: { header: 'Origin' },
  link_not_usable: { reason: 'used' },
  link_of_another: { name: 'Pat Partner' },
  console_limit_reached: { of: 'links', limit: 1000 },
  storage_quota_exceeded: { used: 10_737_000_000, limit: 10_737_418_240, reason: 'partner' },
}

/** Returns one error body for each code that the endpoints can return. */
export const errorExamples = (endpoints: Endpoint[]): Record<string, unknown> => {
  const used = new Set<ErrorCode>(['route_not_found', 'method_not_allowed', ...endpoints.flatMap(errorCodesOf)])
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => used.has(code))
  return Object.fromEntries(
    codes.map((code) => {
      const { meaning } = ERRORS[code]
      return [code, { summary: code, value: { error: { code, message: meaning, details: DETAILS[code] ?? {} } } }]
    }),
  )
}

const CODE: Schema = {
  title: 'ErrorCode',
  type: 'string',
  description: 'The error. A code never changes its meaning. New codes appear without notice, so handle unknown codes by their status.',
  'x-extensible-enum': Object.keys(ERRORS),
}

const REFUSAL: Schema = {
  title: 'Refusal',
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: {
    code: CODE,
    message: { type: 'string', description: 'One sentence for people: what is wrong and what to do.' },
    details: { type: 'object', description: 'Facts for this code.', additionalProperties: true },
  },
}

/** The body of every error response. */
export const ENVELOPE: Schema = {
  title: 'ErrorEnvelope',
  description: 'Any error.',
  type: 'object',
  required: ['error'],
  properties: { error: REFUSAL },
}

/** The headers of all responses. They are defined in one place, because a generator creates a type for each definition of a header. */
export const HEADERS: Record<string, { description: string; schema: Schema; example: unknown }> = {
  'X-Request-Id': {
    description: 'On every answer. Quote it when you ask about this request.',
    schema: { type: 'string' },
    example: exampleId('request'),
  },
  'RateLimit-Policy': {
    description: 'On every answer to a known key: the number of requests (q) that the key may send in a window of w seconds.',
    schema: { type: 'string' },
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'On every answer to a known key: the remaining quota (r), and the seconds (t) until the full quota is available again.',
    schema: { type: 'string' },
    example: '"default";r=99;t=60',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 }, example: 1 },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Allow: { description: 'On 405: the methods that this path allows.', schema: { type: 'string' }, example: 'GET, PATCH' },
}

const headers = (names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const contentOf = (codes: readonly ErrorCode[]): Record<string, Media> => ({
  'application/json': {
    schema: { $ref: referenceTo('ErrorEnvelope') },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  },
})

const ANY_ERROR: ApiAnswer = {
  description: 'Any other answer is an error of the same form. The headers listed here can appear on every answer, whatever its status.',
  headers: headers(Object.keys(HEADERS)),
  content: contentOf(['route_not_found', 'method_not_allowed']),
}

/** A response with more codes than this gets no name, because the name would be longer than the response. */
const MAX_NAMED = 4

const nameOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or')

const answerOf = (status: number, codes: readonly ErrorCode[]): ApiAnswer => {
  const waits = status === 429 || status === 503 || codes.includes('idempotency_in_progress')
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    ...(waits && { headers: headers(['Retry-After']) }),
    content: contentOf(codes),
  }
}

/**
 * Returns error responses by status: the envelope and the codes that this endpoint can return. Equal responses of several endpoints are one
 * component.
 */
export const errorAnswers = (endpoint: Endpoint, components: Components): Record<string, ApiAnswer | { $ref: string }> => {
  const codes = errorCodesOf(endpoint)
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort()
  const answers = statuses.map((status) => {
    const here = codes.filter((code) => ERRORS[code].status === status)
    const answer = answerOf(status, here)
    return [status, here.length > MAX_NAMED ? answer : components.answer(nameOf(here), answer)]
  })
  return { ...Object.fromEntries(answers), default: components.answer('AnyError', ANY_ERROR) }
}
