// The way of one request, in the order in which it is refused (contract §3):
// size, method, path -> API key -> allowlist -> signature over the raw bytes -> rate limit -> scope -> media type and JSON ->
// idempotency key -> schema -> the handler (existence, state). Fastify routes, keeps the bytes and frames answers; nothing else of it
// is used, so that the order is this file's alone.
import { createHash } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { withTrail } from '../ops/audit.ts'
import type { KnownKey } from '../partners/directory.ts'
import { LockTimeout } from '../platform/commit.ts'
import { Unavailable } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts'
import type { Service } from '../platform/service.ts'
import { checkAddress, checkSignature, findKey } from './authenticate.ts'
import { execute, type IdempotencyKey, isIdempotencyKey, replay } from './command.ts'
import type { Answer, Attempt, Caller, Context, Endpoint } from './endpoint.ts'
import { ERRORS, type ErrorCode, errorBody } from './errors.ts'
import { parseJson } from './json.ts'
import { JSON_LIMIT_BYTES } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { quotaHeaders, RateLimiter } from './rate-limit.ts'
import { BodyCheck, QueryCheck } from './validate.ts'

const REQUEST_TIMEOUT_MS = 60_000
const RETRY_AFTER_S = 1
/** As much as Node takes of a request's head: what is no id of ours is not found, however long it is. */
const MAX_ID_CHARACTERS = 16_384
const NO_BODY = Buffer.alloc(0)
const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: KnownKey | null
    startedMs: number
  }
}

/** An endpoint with what is derived from its contract once. */
interface Prepared {
  endpoint: Endpoint
  query: QueryCheck | null
  body: BodyCheck | null
  limit: number
  /** Method and route template: the endpoint part of an idempotency key's scope. */
  name: string
}

const prepare = (endpoint: Endpoint): Prepared => ({
  endpoint,
  query: endpoint.query ? new QueryCheck(endpoint.query) : null,
  body: endpoint.body ? new BodyCheck(endpoint.body) : null,
  limit: endpoint.body_limit ?? JSON_LIMIT_BYTES,
  name: `${endpoint.method} ${endpoint.path}`,
})

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { status } = ERRORS[refusal.code]
  if (status === 503 || refusal.code === 'idempotency_in_progress') reply.header('retry-after', String(RETRY_AFTER_S))
  if (status === 413) reply.header('connection', 'close')
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(errorBody(refusal.code, refusal.message, refusal.details))
}

const sendAnswer = (reply: FastifyReply, answer: Answer): FastifyReply => {
  reply.code(answer.status)
  if (answer.body === null) return reply.send()
  reply.header('content-type', JSON_TYPE)
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  return reply.send(
    typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength),
  )
}

const tooLarge = (limit: number): Refusal =>
  refuse('payload_too_large', `The body is larger than the ${limit} bytes that this endpoint takes; send less at a time.`, {
    limit_bytes: limit,
  })

/** What the client did wrong for Fastify or Node to give up, in our envelope; anything unknown is a 500 that says nothing internal. */
const refusalOf = (error: unknown, limit = JSON_LIMIT_BYTES): Refusal => {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof Unavailable) return refuse('unavailable', 'The service cannot reach its database now; try again.')
  if (error instanceof LockTimeout) return refuse('unavailable', 'The resource is busy; try again.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(limit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuse('unsupported_media_type', 'Content-Type is not a media type; send application/json.')
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return refuse('bad_request', 'The request is not well-formed HTTP; check its length and headers.')
  }
  return refuse('internal_error', 'Something failed on our side; quote the X-Request-Id of this answer.')
}

/** Step 7: the media type and the bytes' value. No bytes at all count as an empty object: a command without fields needs no body. */
const readBody = (request: FastifyRequest, { endpoint }: Prepared): { value: unknown } | Refusal => {
  const bytes = (request.body as Buffer | null) ?? NO_BODY
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (endpoint.binary) {
    if (endpoint.binary.includes(type)) return { value: { bytes, content_type: type } }
    return refuse('unsupported_media_type', `Content-Type ${type || '(none)'} is not taken here; send ${endpoint.binary.join(' or ')}.`, {
      accepted: endpoint.binary,
    })
  }
  if (bytes.length === 0) return { value: {} }
  if (type !== 'application/json') {
    return refuse('unsupported_media_type', `Content-Type ${type || '(none)'} is not taken here; send application/json.`, {
      accepted: ['application/json'],
    })
  }
  return parseJson(bytes)
}

const NO_FIELDS = new Set(['GET', 'DELETE'])

const checkBody = (value: unknown, { endpoint, body }: Prepared): Refusal | null => {
  if (endpoint.binary || NO_FIELDS.has(endpoint.method)) return null
  if (body) return body.check(value)
  const isEmpty = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  return isEmpty
    ? null
    : refuse('validation_failed', 'This command takes no fields; send no body or {}.', {
        errors: [{ path: '', rule: 'empty', message: 'must be empty' }],
      })
}

const readIdempotencyKey = (request: FastifyRequest, prepared: Prepared, caller: Caller): IdempotencyKey | null | Refusal => {
  const key = header(request, 'idempotency-key')
  if (key === undefined || prepared.endpoint.method !== 'POST') return null
  if (!isIdempotencyKey(key))
    return refuse('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters; a UUID is a good one.')
  const hash = createHash('sha256').update(request.url).update('\n')
  const fingerprint = hash.update((request.body as Buffer | null) ?? NO_BODY).digest('base64')
  return { principal: caller.partner?.id ?? caller.key.kind, endpoint: prepared.name, key, fingerprint }
}

export class Api {
  readonly #service: Service
  readonly #limiter = new RateLimiter()

  constructor(service: Service) {
    this.#service = service
  }

  /** Steps 2 and 3; runs before the body is read. */
  async authenticate(request: FastifyRequest, reply: FastifyReply, { endpoint, limit }: Prepared): Promise<FastifyReply | undefined> {
    if (endpoint.auth === 'key') reply.headers(ANY_ORIGIN)
    // The router takes `/v2/shipments/` for a shipment without an id.
    if (Object.values(request.params as Record<string, string>).includes('')) {
      reply.callNotFound()
      return reply
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) return sendRefusal(reply, tooLarge(limit))
    const key = await findKey(this.#service, header(request, 'x-api-key'))
    if (isRefusal(key)) return sendRefusal(reply, key)
    // Shown on every keyed answer, also on those that use nothing up.
    reply.headers(quotaHeaders({ ...this.#quota(endpoint, key, false), allowed: true }))
    const outside = checkAddress(key, request.ip)
    if (outside) return sendRefusal(reply, outside)
    request.apiKey = key
    return undefined
  }

  #quota(endpoint: Endpoint, key: KnownKey, consume: boolean) {
    return this.#limiter.take(`${endpoint.auth}/${key.id}`, key.rate_limit, this.#service.clock.now(), consume)
  }

  /** Steps 4 to 10. */
  async handle(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const { endpoint } = prepared
    const key = request.apiKey
    if (!key) throw new Error('a request reached its handler without a key')
    if (endpoint.auth === 'signed') {
      const signature = { signature: header(request, 'x-service-signature'), timestamp: header(request, 'x-service-timestamp') }
      const unsigned = checkSignature(key, signature, (request.body as Buffer | null) ?? NO_BODY, this.#service.clock.now())
      if (unsigned) return sendRefusal(reply, unsigned)
    }
    const quota = this.#quota(endpoint, key, true)
    reply.headers(quotaHeaders(quota))
    if (!quota.allowed) {
      return sendRefusal(
        reply,
        refuse('rate_limited', `This key made its ${quota.limit} requests of the last 60 s; wait for Retry-After seconds.`, {
          limit: quota.limit,
        }),
      )
    }
    const caller = await this.#caller(key)
    const scoped = this.#checkScope(endpoint, caller)
    if (scoped) return sendRefusal(reply, scoped)
    const outcome = await this.#answer(request, prepared, caller)
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome)
  }

  async #caller(key: KnownKey): Promise<Caller> {
    if (!key.partner_id) return { key, partner: null }
    const partner = await this.#service.directory.partner(key.partner_id)
    if (!partner) throw new Error(`key ${key.id} belongs to no partner`)
    return { key, partner }
  }

  #checkScope(endpoint: Endpoint, { key, partner }: Caller): Refusal | null {
    if (endpoint.path.startsWith('/v2/test/') && this.#service.config.environment === 'production') {
      return refuse('sandbox_only', 'This endpoint exists in the sandbox only; use a sandbox key there.')
    }
    const isOthers = partner ? endpoint.scope === 'ops' : endpoint.partner_only
    if (key.scopes.includes(endpoint.scope) && !isOthers) return null
    const owner = partner ? "an operator's" : "a partner's"
    const remedy = isOthers ? `use ${owner} key` : 'use a key that has it'
    return refuse('insufficient_scope', `This endpoint needs the scope ${endpoint.scope}; ${remedy}.`, { required: endpoint.scope })
  }

  async #answer(request: FastifyRequest, prepared: Prepared, caller: Caller): Promise<Answer | Refusal> {
    const { endpoint } = prepared
    const service = this.#service
    const body = NO_FIELDS.has(endpoint.method) ? { value: undefined } : readBody(request, prepared)
    // Text that cannot be stored is a schema's concern, and comes after the idempotency key; malformed JSON comes before it.
    if (isRefusal(body) && body.code !== 'validation_failed') return body
    const key = readIdempotencyKey(request, prepared, caller)
    if (isRefusal(key)) return key
    const at = request.url.indexOf('?')
    const query = prepared.query?.read(at < 0 ? '' : request.url.slice(at + 1)) ?? { value: {} }
    const unfit = isRefusal(body) ? body : isRefusal(query) ? query : checkBody(body.value, prepared)
    if (unfit || isRefusal(body) || isRefusal(query)) return (key && (await replay(service, key))) ?? (unfit as Refusal)
    const context: Context = { service, caller, accept: header(request, 'accept') ?? '', request_id: request.id }
    const input = {
      params: request.params,
      query: query.value,
      body: body.value,
      execute: (attempt: () => Promise<Attempt>) =>
        execute(service, key, async () => withTrail(service, caller, prepared.name, await attempt())),
    }
    return endpoint.handle(context, input)
  }
}

const methodsByPath = (endpoints: readonly Endpoint[]) => {
  const table = new Map<string, Set<string>>()
  for (const { method, path } of endpoints) table.set(path, (table.get(path) ?? new Set()).add(method))
  return [...table].map(([path, methods]) => ({ pattern: new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`), methods }))
}

/** Unknown paths and wrong methods: step 1. Literal paths come before parameters, as in the router. */
const refuseRoute = (endpoints: readonly Endpoint[]) => {
  const table = methodsByPath(endpoints)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(table.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))
    if (allowed.size === 0)
      return sendRefusal(reply, refuse('route_not_found', 'No endpoint has this path; see /docs for those that exist.'))
    reply.header('allow', [...allowed].join(', '))
    return sendRefusal(
      reply,
      refuse('method_not_allowed', `This path takes ${[...allowed].join(' or ')}, not ${request.method}.`, { allowed: [...allowed] }),
    )
  }
}

const rawRefusal = (code: ErrorCode, message: string): string => {
  const body = errorBody(code, message)
  return `HTTP/1.1 ${ERRORS[code].status} Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nX-Request-Id: ${newId('request')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

/** What a page of any site may read: answers for which the key alone suffices, refusals included. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'x-api-key',
  'access-control-max-age': '86400',
}

/** The Fastify instance of a list of endpoints; not listening yet. */
export const buildServer = (service: Service, endpoints: readonly Endpoint[], metrics: Metrics): FastifyInstance => {
  const app = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    // One wide line per request is written by the onResponse hook below.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: service.config.trustProxy.length > 0 ? service.config.trustProxy : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_ID_CHARACTERS },
    exposeHeadRoutes: false,
    genReqId: () => newId('request'),
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      if (error.code === 'FST_ERR_BAD_URL')
        sendRefusal(reply as FastifyReply, refuse('route_not_found', 'The path is not well-formed; see /docs for the paths that exist.'))
      else sendRefusal(reply as FastifyReply, refusalOf(error))
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable)
        socket.end(rawRefusal('bad_request', 'The request is not well-formed HTTP; check its first line, length and headers.'))
      else socket.destroy()
    },
  })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedMs', 0)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request.routeOptions.bodyLimit)
    if (ERRORS[refusal.code].status >= 500)
      service.log.error({ err: error, request_id: request.id, url: request.url.split('?')[0] }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler(refuseRoute(endpoints))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    request.startedMs = performance.now()
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    const duration_ms = performance.now() - request.startedMs
    metrics.count(request.method, route, reply.statusCode, duration_ms / 1000)
    service.log.debug(
      { request_id: request.id, method: request.method, route, status: reply.statusCode, key: request.apiKey?.id, duration_ms },
      'request',
    )
  })
  const api = new Api(service)
  for (const endpoint of endpoints) {
    const prepared = prepare(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: prepared.limit,
      onRequest: (request, reply) => api.authenticate(request, reply, prepared),
      handler: (request, reply) => api.handle(request, reply, prepared),
    })
    if (endpoint.auth === 'key') app.options(endpoint.path, (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  }
  return app
}
