// Reads a request: its headers, and the value of the bytes that http/receive.ts collected.
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ACCESS } from '@backhaul/core/access.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { type IdempotencyKey, isIdempotencyKey } from '../service/execute.ts'
import type { Caller, KnownKey } from '../service/key-cache.ts'
import type { CallerSession } from '../service/sessions.ts'
import { type Endpoint, JSON_LIMIT_BYTES } from './endpoint.ts'
import { MAX_VALUES, parseJson } from './json.ts'
import { mostValues } from './most-values.ts'
import { BodyCheck, QueryCheck } from './validate.ts'

/** The parts of a request that handlers need besides its body. The request may have been handed over from another process. */
export interface Asked {
  id: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  params: unknown
}

const NO_FIELDS = new Set(['GET', 'DELETE'])

/** An endpoint with values that are derived once from its contract. */
export interface Prepared {
  endpoint: Endpoint
  query: QueryCheck | null
  body: BodyCheck | null
  limit: number
  /** Limit on the number of values in a body, applied before the schema check. */
  max_values: number
  /** The endpoint is a list that is read page by page. */
  has_cursor: boolean
  /** Method and route template: the endpoint part of an idempotency key's scope. */
  name: string
}

/** Number of further values that a body may have, so that the schema check can name each mistake of an honest client. */
const SLACK_VALUES = 100

/**
 * Maximum number of values in a body: twice as many as a valid body can have, plus the slack. That is enough to report every mistake, but
 * too few to cause much work.
 */
const maxValues = ({ body, most_values }: Endpoint): number =>
  Math.min(MAX_VALUES, 2 * (most_values ?? (body ? mostValues(body) : 0)) + SLACK_VALUES)

export const prepare = (endpoint: Endpoint): Prepared => ({
  endpoint,
  query: endpoint.query ? new QueryCheck(endpoint.query) : null,
  body: endpoint.body ? new BodyCheck(endpoint.body) : null,
  limit: endpoint.body_limit ?? JSON_LIMIT_BYTES,
  max_values: maxValues(endpoint),
  has_cursor: 'cursor' in (endpoint.query?.properties ?? {}),
  name: `${endpoint.method} ${endpoint.path}`,
})

export const header = (request: Asked, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Checks the media type and reads the value. An empty body counts as an empty object: a command without fields needs no body. */
export const readBody = (request: Asked, bytes: Buffer, { endpoint, max_values }: Prepared): { value: unknown } | Refusal => {
  if (NO_FIELDS.has(endpoint.method)) return { value: undefined }
  const encoding = header(request, 'content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return refuse('unsupported_media_type', 'Content-Encoding is not supported. Send the body uncompressed.')
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (endpoint.binary) {
    if (endpoint.binary.includes(type)) return { value: { bytes, content_type: type } }
    return refuse(
      'unsupported_media_type',
      `Content-Type ${type || '(none)'} is not supported here; send ${endpoint.binary.join(' or ')}.`,
      {
        accepted: endpoint.binary,
      },
    )
  }
  if (bytes.length === 0) return { value: {} }
  if (type !== 'application/json') {
    return refuse('unsupported_media_type', `Content-Type ${type || '(none)'} is not supported here; send application/json.`, {
      accepted: ['application/json'],
    })
  }
  return parseJson(bytes, max_values)
}

/** Reads the query by its schema. Ignores the query if the endpoint has no schema for it. */
export const readQuery = (request: Asked, { query }: Prepared): { value: Record<string, unknown> } | Refusal => {
  if (!query) return { value: {} }
  const at = request.url.indexOf('?')
  return query.read(at < 0 ? '' : request.url.slice(at + 1))
}

export const checkBody = (value: unknown, { endpoint, body }: Prepared): Refusal | null => {
  if (endpoint.binary || NO_FIELDS.has(endpoint.method)) return null
  if (body) return body.check(value)
  const isEmpty = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  return isEmpty
    ? null
    : refuse('validation_failed', 'This command accepts no fields; send no body or {}.', {
        errors: [{ path: '', rule: 'empty', message: 'must be empty' }],
      })
}

/** Identifies a signed-in person by the provider's issuer and `sub`, or else by the email and the creator of the link. */
const personOf = ({ email, session }: KnownKey & { session: CallerSession }): string =>
  session.issuer === null ? `link:${session.made_by ?? ''} ${email}` : `oidc:${session.issuer} ${session.subject}`

/**
 * The owner of the Idempotency-Key. Each signed-in operator is a separate owner. A device shares the idempotency keys of the API key that
 * created its sign-in link, or of its store. So work that was queued during one session is not done twice in the next session.
 */
const principalOf = ({ key, partner }: Caller): string => {
  if (partner) return partner.id
  const { session } = key
  if (!session) return key.id
  if (ACCESS[session.access].is_device) return session.made_by ?? `console:${session.store_id ?? ''}`
  return personOf({ ...key, session })
}

/** Returns the Idempotency-Key of a POST request. Null if there is none, and for all other methods. */
export const readIdempotencyKey = (request: Asked, bytes: Buffer, prepared: Prepared, caller: Caller): IdempotencyKey | null | Refusal => {
  const key = header(request, 'idempotency-key')
  if (key === undefined || prepared.endpoint.method !== 'POST') return null
  if (!isIdempotencyKey(key))
    return refuse('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.')
  const fingerprint = hash('sha256', Buffer.concat([Buffer.from(`${request.url}\n`), bytes]), 'base64')
  return { principal: principalOf(caller), endpoint: prepared.name, key, fingerprint }
}
