// The way of one request, in the order in which it is refused (contract §3):
// size, method, path -> API key -> allowlist -> signature over the raw bytes -> rate limit -> scope -> media type and JSON ->
// idempotency key -> schema -> the handler (existence, state). Fastify routes, keeps the bytes and frames answers; nothing else of it
// is used, so that the order is this file's alone.
import { createHash } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { ERRORS, errorBody } from '../domain/errors.ts'
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts'
import { LockTimeout } from '../platform/commit.ts'
import { Blocked, Unavailable } from '../platform/db.ts'
import { Busy, Gate, PATIENCE_MS } from '../platform/gate.ts'
import { newId } from '../platform/ids.ts'
import { withTrail } from '../service/audit.ts'
import type { Answer, Attempt } from '../service/execute.ts'
import { execute, type IdempotencyKey, isIdempotencyKey, replay } from '../service/execute.ts'
import type { Caller, KnownKey } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { checkAddress, checkSignature, findKey } from './authenticate.ts'
import { Connection, LISTENER_OPTIONS, limitConnections, limitReading, refuseHead } from './connections.ts'
import type { Context, Endpoint } from './endpoint.ts'
import { parseJson } from './json.ts'
import { JSON_LIMIT_BYTES } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { quotaHeaders, RateLimiter } from './rate-limit.ts'
import { BodyTooLarge, REFUSED, Receiver, ReceivingTooMuch } from './receive.ts'
import { BodyCheck, QueryCheck } from './validate.ts'

const RETRY_AFTER_S = 1
/** As much as Node takes of a request's head: what is no id of ours is not found, however long it is. */
const MAX_ID_CHARACTERS = 16_384
/** Bodies of this size and more are worked on a few at a time: what they are parsed to and become takes ten times their size. */
const LARGE_BODY_BYTES = 64 * 1024
const MAX_LARGE = 3
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
  limitReading(reply.raw, answer.body.length)
  return reply.send(
    typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength),
  )
}

const tooLarge = (limit: number): Refusal =>
  refuse('payload_too_large', `The body is larger than the ${limit} bytes that this endpoint takes; send less at a time.`, {
    limit_bytes: limit,
  })

/** What the client did wrong for Fastify or Node to give up, in our envelope; anything unknown is a 500 that says nothing internal. */
const refusalOf = (error: unknown): Refusal => {
  const { statusCode } = error as { statusCode?: number }
  if (error instanceof Blocked || error instanceof LockTimeout) return refuse('unavailable', 'The resource is busy; try again.')
  if (error instanceof Unavailable) return refuse('unavailable', 'The service cannot get what it needs from its database now; try again.')
  if (error instanceof Busy) return refuse('unavailable', 'The service has too much of this kind to do now; try again.')
  if (error instanceof ReceivingTooMuch) return refuse('unavailable', 'The service is receiving as much as it can keep; try again.')
  if (error instanceof BodyTooLarge) return tooLarge(error.limit)
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return refuse('bad_request', 'The request is not well-formed HTTP; check its length and headers.')
  }
  return refuse('internal_error', 'Something failed on our side; quote the X-Request-Id of this answer.')
}

/** Step 7: the media type and the bytes' value. No bytes at all count as an empty object: a command without fields needs no body. */
const readBody = (request: FastifyRequest, bytes: Buffer, { endpoint }: Prepared): { value: unknown } | Refusal => {
  const encoding = header(request, 'content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return refuse('unsupported_media_type', 'The body has a Content-Encoding, and none is taken here; send it as it is.')
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
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

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

const readIdempotencyKey = (
  request: FastifyRequest,
  bytes: Buffer,
  prepared: Prepared,
  caller: Caller,
): IdempotencyKey | null | Refusal => {
  const key = header(request, 'idempotency-key')
  if (key === undefined || prepared.endpoint.method !== 'POST') return null
  if (!isIdempotencyKey(key))
    return refuse('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters; a UUID is a good one.')
  const fingerprint = createHash('sha256').update(request.url).update('\n').update(bytes).digest('base64')
  return { principal: caller.partner?.id ?? caller.key.kind, endpoint: prepared.name, key, fingerprint }
}

export class Api {
  readonly #service: Service
  /** What GET requests are given: their statements wait for one another only. */
  readonly #reading: Service
  readonly #limiter = new RateLimiter()
  readonly #receiver = new Receiver()
  readonly #large = new Gate(MAX_LARGE, PATIENCE_MS)

  constructor(service: Service, metrics: Metrics) {
    this.#service = service
    metrics.gauge('backhaul_http_body_bytes', 'Bytes of request bodies kept now', () => this.#receiver.kept)
    metrics.gauge('backhaul_http_queued_requests', 'Requests that wait behind another of their connection', () => Connection.queued)
    this.#reading = { ...service, db: service.reads }
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
    reply.headers(quotaHeaders({ ...this.#quota(key, false), allowed: true }))
    const outside = checkAddress(key, request.ip)
    if (outside) return sendRefusal(reply, outside)
    request.apiKey = key
    return undefined
  }

  /** Signed requests and tracking draw on one bucket: the limit is the key's. */
  #quota(key: KnownKey, consume: boolean) {
    return this.#limiter.take(key.id, key.rate_limit, this.#service.clock.now(), consume)
  }

  /** Steps 4 to 10. */
  handle(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const key = request.apiKey
    if (!key) throw new Error('a request reached its handler without a key')
    const scoped = this.#checkScope(prepared.endpoint, key)
    const owner = scoped ? REFUSED : key.id
    return this.#receiver.receive(request.raw, owner, prepared.limit, (bytes) => this.#handle(request, reply, prepared, key, scoped, bytes))
  }

  async #handle(
    request: FastifyRequest,
    reply: FastifyReply,
    prepared: Prepared,
    key: KnownKey,
    scoped: Refusal | null,
    bytes: Buffer,
  ): Promise<FastifyReply> {
    const { endpoint } = prepared
    if (endpoint.auth === 'signed') {
      const signature = { signature: header(request, 'x-service-signature'), timestamp: header(request, 'x-service-timestamp') }
      const unsigned = checkSignature(key, signature, bytes, this.#service.clock.now())
      if (unsigned) return sendRefusal(reply, unsigned)
    }
    const quota = this.#quota(key, true)
    reply.headers(quotaHeaders(quota))
    if (!quota.allowed) {
      return sendRefusal(
        reply,
        refuse('rate_limited', `This key made its ${quota.limit} requests of the last 60 s; wait for Retry-After seconds.`, {
          limit: quota.limit,
        }),
      )
    }
    if (scoped) return sendRefusal(reply, scoped)
    const caller = await this.#caller(key)
    const answer = () => this.#answer(request, bytes, prepared, caller)
    const outcome = await (bytes.length < LARGE_BODY_BYTES ? answer() : this.#large.run(key.partner_id, answer))
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome)
  }

  async #caller(key: KnownKey): Promise<Caller> {
    if (!key.partner_id) return { key, partner: null }
    const partner = await this.#service.directory.partner(key.partner_id)
    if (!partner) throw new Error(`key ${key.id} belongs to no partner`)
    return { key, partner }
  }

  #checkScope(endpoint: Endpoint, key: KnownKey): Refusal | null {
    if (endpoint.path.startsWith('/v2/test/') && this.#service.config.environment === 'production') {
      return refuse('sandbox_only', 'This endpoint exists in the sandbox only; use a sandbox key there.')
    }
    const isOthers = key.partner_id ? endpoint.scope === 'ops' : endpoint.partner_only
    if (key.scopes.includes(endpoint.scope) && !isOthers) return null
    const owner = key.partner_id ? "an operator's" : "a partner's"
    const remedy = isOthers ? `use ${owner} key` : 'use a key that has it'
    return refuse('insufficient_scope', `This endpoint needs the scope ${endpoint.scope}; ${remedy}.`, { required: endpoint.scope })
  }

  async #answer(request: FastifyRequest, bytes: Buffer, prepared: Prepared, caller: Caller): Promise<Answer | Refusal> {
    const { endpoint } = prepared
    const service = endpoint.method === 'GET' ? this.#reading : this.#service
    const body = NO_FIELDS.has(endpoint.method) ? { value: undefined } : readBody(request, bytes, prepared)
    // Text that cannot be stored is a schema's concern, and comes after the idempotency key; malformed JSON comes before it.
    if (isRefusal(body) && body.code !== 'validation_failed') return body
    const key = readIdempotencyKey(request, bytes, prepared, caller)
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

/** Unknown paths and wrong methods: step 1. Literal paths come before parameters, as in the router. `isPage`: read with GET, but no endpoint. */
const refuseRoute = (endpoints: readonly Endpoint[], isPage: (path: string) => boolean) => {
  const table = methodsByPath(endpoints)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(table.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))
    if (allowed.size === 0 && isPage(path)) allowed.add('GET')
    if (allowed.size === 0)
      return sendRefusal(reply, refuse('route_not_found', 'No endpoint has this path; see /docs for those that exist.'))
    reply.header('allow', [...allowed].join(', '))
    return sendRefusal(
      reply,
      refuse('method_not_allowed', `This path takes ${[...allowed].join(' or ')}, not ${request.method}.`, { allowed: [...allowed] }),
    )
  }
}

/** What a page of any site may read: answers for which the key alone suffices, refusals included. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
}

/**
 * No cache in between keeps an answer: it was given to one key, and a cache that knows nothing of X-Api-Key would give it to another. And
 * nobody guesses at what it is.
 */
const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

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
    ...LISTENER_OPTIONS,
    // A missing Host is refused by refuseHead: Node would do it without a body.
    http: { ...LISTENER_OPTIONS.http, requireHostHeader: false },
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
  })
  limitConnections(app.server)
  // Bodies are received by this file, after the key is known, and never by Fastify.
  for (const method of METHODS_WITH_BODY) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedMs', 0)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const facts = { request_id: request.id, url: request.url.split('?')[0] }
    if (refusal.code === 'internal_error') service.log.error({ err: error, ...facts }, 'request failed')
    else if (refusal.code === 'unavailable') service.log.warn({ reason: (error as Error).message, ...facts }, 'request not taken')
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler(refuseRoute(endpoints, (url) => app.hasRoute({ method: 'GET', url })))
  app.addHook('onRequest', async (request, reply) => {
    request.startedMs = performance.now()
    reply.headers({ 'x-request-id': request.id, ...PRIVATE })
    // Its connection was cut: what else came with the same bytes is nobody's any more.
    if (request.raw.socket.destroyed) return reply.hijack()
    const unfit = refuseHead(request.raw)
    return unfit ? sendRefusal(reply.header('connection', 'close'), unfit) : undefined
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
  const api = new Api(service, metrics)
  for (const endpoint of endpoints) {
    const prepared = prepare(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest: (request, reply) => api.authenticate(request, reply, prepared),
      handler: (request, reply) => api.handle(request, reply, prepared),
    })
    if (endpoint.auth === 'key') app.options(endpoint.path, (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  }
  return app
}
