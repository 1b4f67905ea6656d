import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import type { Endpoint } from './endpoint.ts'

/** Errors of requests without authentication. */
const OF_ANYBODY: readonly ErrorCode[] = ['bad_request', 'internal_error', 'unavailable']

const ALWAYS: readonly ErrorCode[] = [
  ...OF_ANYBODY,
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'forbidden',
  'session_invalid',
  'insufficient_scope',
  'rate_limited',
]

/** Errors that any request, or any request with a body, parameters or an Idempotency-Key, can receive. */
const COMMON = new Set<ErrorCode>([
  ...ALWAYS,
  'invalid_signature',
  'cross_origin',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_in_progress',
])
export const isCommon = (code: ErrorCode): boolean => COMMON.has(code)

const takesBody = (endpoint: Endpoint): boolean => endpoint.method === 'POST' || endpoint.method === 'PATCH' || endpoint.method === 'PUT'

/**
 * Returns every code that an endpoint can answer, in the order of the table: the codes of the steps that each request passes
 * (docs/guide/requests.md#the-order-of-checks), and the endpoint's own.
 */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] => {
  const isOfPage = endpoint.auth === 'page'
  const codes = new Set<ErrorCode>([...(isOfPage ? OF_ANYBODY : ALWAYS), ...(endpoint.errors ?? [])])
  if (endpoint.method !== 'GET') codes.add('cross_origin')
  if (endpoint.auth === 'signed') codes.add('invalid_signature')
  if (endpoint.path.startsWith('/v2/test/')) codes.add('sandbox_only')
  if (endpoint.path.includes(':')) codes.add('not_found')
  if (endpoint.query) codes.add('validation_failed')
  if (takesBody(endpoint)) {
    codes.add('payload_too_large').add('unsupported_media_type')
    if (!endpoint.binary) codes.add('invalid_json').add('validation_failed')
  }
  if (endpoint.method === 'POST' && !isOfPage)
    codes.add('idempotency_key_invalid').add('idempotency_key_reused').add('idempotency_in_progress')
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}
