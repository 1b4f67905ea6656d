// Builds the Fastify server for a list of endpoints. Fastify only routes requests and frames answers, so http/pipeline.ts alone decides the
// order of checks. This file handles what comes before: well-formed HTTP, path, method.
import { METHODS, type Server } from 'node:http'
import { refuse } from '@backhaul/core/refusal.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { newId } from '../process/ids.ts'
import type { Service } from '../service/service.ts'
import { AnonymousLimits } from './anonymous-limits.ts'
import type { Elsewhere } from './answering.ts'
import { callersIds } from './callers-ids.ts'
import { LISTENER_OPTIONS, limitConnections, refuseConnection, refuseHead } from './connections.ts'
import { type Endpoint, READ } from './endpoint.ts'
import type { Metrics } from './metrics.ts'
import { Pipeline } from './pipeline.ts'
import { OwnRates, type Rates } from './rate-limit.ts'
import { prepare } from './reading.ts'
import { loggedPath, logThrown, PREFLIGHT, PRIVATE, refusalOf, sendRefusal } from './responding.ts'

/**
 * Limit on an id in a path. It equals Node's own limit for the head of a request, so an id that is longer than any valid id is "not found",
 * like any other unknown id.
 */
const MAX_ID_CHARACTERS = 16_384
/** Without an entry here, QUERY would be refused for its Content-Type before its path is checked. Not every Node version knows QUERY. */
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'].filter((method) => METHODS.includes(method))

/** Load balancers and monitoring must always reach these paths. /metrics counts wrong tokens itself. */
const UNCOUNTED = new Set(['/healthz', '/readyz', '/metrics'])

/** The methods that the router registers for an endpoint. */
const methodsOf = (method: Endpoint['method']): string[] => (method === 'GET' ? READ : [method])

/**
 * Whether a request counts as anonymous before its key or session is known. Requests with a bad key or session are counted by the pipeline.
 */
const anonymousRequests = (endpoints: readonly Endpoint[]) => {
  const keyed = new Set(
    endpoints.filter(({ auth }) => auth !== 'page').flatMap(({ method, path }) => methodsOf(method).map((one) => `${one} ${path}`)),
  )
  return ({ method, routeOptions: { url } }: FastifyRequest): boolean =>
    url === undefined || !(UNCOUNTED.has(url) || keyed.has(`${method} ${url}`))
}

const methodsByPath = (endpoints: readonly Endpoint[]) => {
  const table = new Map<string, Set<string>>()
  for (const { method, path } of endpoints) {
    const methods = table.get(path) ?? new Set()
    for (const one of methodsOf(method)) methods.add(one)
    table.set(path, methods)
  }
  return [...table].map(([path, methods]) => ({ pattern: new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`), methods }))
}

/**
 * Refuses unknown paths and wrong methods. Literal paths come before parameters, as in the router. `isPage`: readable with GET, but not an
 * endpoint.
 */
const refuseRoute = (endpoints: readonly Endpoint[], isPage: (path: string) => boolean) => {
  const table = methodsByPath(endpoints)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(table.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))
    if (allowed.size === 0 && isPage(path)) for (const method of READ) allowed.add(method)
    if (allowed.size === 0) return sendRefusal(reply, refuse('route_not_found', 'No endpoint has this path; see /docs for the endpoints.'))
    reply.header('allow', [...allowed].join(', '))
    return sendRefusal(
      reply,
      refuse('method_not_allowed', `This path accepts ${[...allowed].join(' or ')}, not ${request.method}.`, { allowed: [...allowed] }),
    )
  }
}

const RECORD_ID = /^[a-z]+_[0-9a-z]{26}$/
/** The id of the record in the path, if the path names it by one of Backhaul's ids. */
const idOf = (params: unknown): string | undefined =>
  Object.values((params ?? {}) as Record<string, string>).find((value) => RECORD_ID.test(value))

/**
 * The log line of a finished request. It omits path and query, which may contain a shopper's link, a tracking number or an order number.
 */
const lineOf = (request: FastifyRequest, reply: FastifyReply, route: string, duration_ms: number) => ({
  request_id: request.id,
  ...callersIds(request.headers),
  method: request.method,
  route,
  id: idOf(request.params),
  status: reply.statusCode,
  code: request.refusedWith ?? undefined,
  key: request.apiKey?.id,
  partner: request.apiKey?.partner_id ?? undefined,
  address: request.ip,
  bytes_in: Number(request.headers['content-length'] ?? 0),
  bytes_out: Number(reply.getHeader('content-length') ?? 0),
  duration_ms: Math.round(duration_ms * 1000) / 1000,
})

const optionsOf = (service: Service, anonymous: AnonymousLimits): FastifyHttpOptions<Server> => ({
  loggerInstance: service.log as FastifyBaseLogger,
  // Fastify's own log lines are off. The onResponse hook below writes one line per request instead.
  logController: new LogController({ disableRequestLogging: true }),
  trustProxy: service.config.trustProxy.length > 0 ? service.config.trustProxy : false,
  ...LISTENER_OPTIONS,
  clientErrorHandler: (_error, socket) => refuseConnection(socket, anonymous),
  // refuseHead answers a request without a Host header. Node's own answer would have no body.
  http: { ...LISTENER_OPTIONS.http, requireHostHeader: false },
  routerOptions: { maxParamLength: MAX_ID_CHARACTERS },
  // Backhaul registers its own HEAD routes, because Fastify's would send a 304 with a content length of zero.
  exposeHeadRoutes: false,
  genReqId: () => newId('request'),
  forceCloseConnections: 'idle',
  frameworkErrors: (error, request, reply) => {
    reply.header('x-request-id', request.id)
    const tooMany = anonymous.take(request)
    if (tooMany) sendRefusal(reply as FastifyReply, tooMany)
    else if (error.code === 'FST_ERR_BAD_URL')
      sendRefusal(reply as FastifyReply, refuse('route_not_found', 'The path is not well-formed; see /docs for valid paths.'))
    else sendRefusal(reply as FastifyReply, refusalOf(error))
  },
})

/** Builds the Fastify instance for a list of endpoints. It does not listen yet. */
export const buildServer = (
  service: Service,
  endpoints: readonly Endpoint[],
  metrics: Metrics,
  rates: Rates = new OwnRates(),
  elsewhere?: Elsewhere,
): FastifyInstance => {
  const anonymous = new AnonymousLimits()
  const app = Fastify(optionsOf(service, anonymous))
  const limits = { ...service.room, exempt: service.config.trustProxy }
  limitConnections(app.server, service.ledger, 'connections', limits, (reason) => metrics.refused(reason), anonymous)
  // Fastify never receives bodies. The pipeline does, once the key is known.
  for (const method of METHODS_WITH_BODY) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedMs', 0)
  app.decorateRequest('refusedWith', null)
  app.decorateRequest('span', null)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    logThrown(service.log, refusal, error, request, loggedPath(request))
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler(refuseRoute(endpoints, (url) => app.hasRoute({ method: 'GET', url })))
  app.decorate('anonymous', anonymous)
  const isAnonymous = anonymousRequests(endpoints)
  app.addHook('onRequest', async (request, reply) => {
    request.startedMs = performance.now()
    if (tracing) request.span = tracing.begin(request.method, request.headers)
    reply.headers({ 'x-request-id': request.id, ...PRIVATE })
    // The connection was cut, so later requests that arrived with this one cannot be answered either.
    if (request.raw.socket.destroyed) return reply.hijack()
    const unfit = refuseHead(request.raw)
    if (unfit && anonymous.take(request)) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    if (unfit) return sendRefusal(reply.header('connection', 'close'), unfit)
    const tooMany = isAnonymous(request) ? anonymous.take(request) : null
    return tooMany ? sendRefusal(reply, tooMany) : undefined
  })
  const { tracing } = service
  const level = service.config.accessLog ? 'info' : 'debug'
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    const duration_ms = performance.now() - request.startedMs
    metrics.count(request.method, route, reply.statusCode, duration_ms / 1000, request.refusedWith)
    const isLogged = service.log.isLevelEnabled(level)
    if (!isLogged && !request.span) return
    const line = lineOf(request, reply, route, duration_ms)
    if (isLogged) service.log[level](line, 'request')
    if (request.span) tracing?.end(request.span, line)
  })
  const pipeline = new Pipeline(service, metrics, rates, anonymous, elsewhere)
  for (const endpoint of endpoints) {
    const prepared = prepare(endpoint)
    app.route({
      method: methodsOf(endpoint.method),
      url: endpoint.path,
      onRequest: (request, reply) => pipeline.admit(request, reply, prepared),
      handler: (request, reply) => pipeline.handle(request, reply, prepared),
    })
    if (endpoint.auth === 'key') app.options(endpoint.path, (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  }
  return app
}
