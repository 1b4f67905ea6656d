// The Fastify server of a list of endpoints. Fastify only routes requests and frames answers, so that http/pipeline.ts alone decides in
// which order a request is checked. What comes before that is here: well-formed HTTP, path, method.
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
import type { Elsewhere } from './answering.ts'
import { callersIds } from './callers-ids.ts'
import { LISTENER_OPTIONS, limitConnections, refuseConnection, refuseHead } from './connections.ts'
import { type Endpoint, READ } from './endpoint.ts'
import type { Metrics } from './metrics.ts'
import { Pipeline } from './pipeline.ts'
import { OwnRates, type Rates } from './rate-limit.ts'
import { prepare } from './reading.ts'
import { loggedPath, logThrown, PREFLIGHT, PRIVATE, refusalOf, sendRefusal } from './responding.ts'
import { Strangers } from './strangers.ts'

/** As long as Node allows a request's head to be: an id that is too long to exist is not found, like any other unknown id. */
const MAX_ID_CHARACTERS = 16_384
/** QUERY would be refused for its Content-Type, before its path is looked at. Not every Node knows it. */
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'].filter((method) => METHODS.includes(method))

/** Asked by load balancers and monitoring, which must not be kept from it; /metrics counts wrong tokens itself. */
const UNCOUNTED = new Set(['/healthz', '/readyz', '/metrics'])

/** What the router is told of an endpoint. */
const methodsOf = (method: Endpoint['method']): string[] => (method === 'GET' ? READ : [method])

/** Whether a request counts as a stranger's before its key or session is known. The pipeline counts those whose key or session is not good. */
const strangersRequests = (endpoints: readonly Endpoint[]) => {
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

/** Unknown paths and wrong methods. Literal paths come before parameters, as in the router. `isPage`: readable with GET, but not an endpoint. */
const refuseRoute = (endpoints: readonly Endpoint[], isPage: (path: string) => boolean) => {
  const table = methodsByPath(endpoints)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = new Set(table.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))
    if (allowed.size === 0 && isPage(path)) for (const method of READ) allowed.add(method)
    if (allowed.size === 0)
      return sendRefusal(reply, refuse('route_not_found', 'No endpoint has this path; see /docs for those that exist.'))
    reply.header('allow', [...allowed].join(', '))
    return sendRefusal(
      reply,
      refuse('method_not_allowed', `This path accepts ${[...allowed].join(' or ')}, not ${request.method}.`, { allowed: [...allowed] }),
    )
  }
}

const RECORD_ID = /^[a-z]+_[0-9a-z]{26}$/
/** The record that the path names, if it names one by an id of ours. */
const idOf = (params: unknown): string | undefined =>
  Object.values((params ?? {}) as Record<string, string>).find((value) => RECORD_ID.test(value))

/** What is known of a request when it is over. Path and query are left out: they may have a shopper's link, a tracking number or an order in them. */
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

const optionsOf = (service: Service, strangers: Strangers): FastifyHttpOptions<Server> => ({
  loggerInstance: service.log as FastifyBaseLogger,
  // One wide line per request is written by the onResponse hook below.
  logController: new LogController({ disableRequestLogging: true }),
  trustProxy: service.config.trustProxy.length > 0 ? service.config.trustProxy : false,
  ...LISTENER_OPTIONS,
  clientErrorHandler: (_error, socket) => refuseConnection(socket, strangers),
  // A missing Host is refused by refuseHead: Node would do it without a body.
  http: { ...LISTENER_OPTIONS.http, requireHostHeader: false },
  routerOptions: { maxParamLength: MAX_ID_CHARACTERS },
  // Ours are routes of their own: Fastify's would give a 304 the length of nothing.
  exposeHeadRoutes: false,
  genReqId: () => newId('request'),
  forceCloseConnections: 'idle',
  frameworkErrors: (error, request, reply) => {
    reply.header('x-request-id', request.id)
    const tooMany = strangers.take(request)
    if (tooMany) sendRefusal(reply as FastifyReply, tooMany)
    else if (error.code === 'FST_ERR_BAD_URL')
      sendRefusal(reply as FastifyReply, refuse('route_not_found', 'The path is not well-formed; see /docs for the paths that exist.'))
    else sendRefusal(reply as FastifyReply, refusalOf(error))
  },
})

/** The Fastify instance of a list of endpoints; not listening yet. */
export const buildServer = (
  service: Service,
  endpoints: readonly Endpoint[],
  metrics: Metrics,
  rates: Rates = new OwnRates(),
  elsewhere?: Elsewhere,
): FastifyInstance => {
  const strangers = new Strangers()
  const app = Fastify(optionsOf(service, strangers))
  const limits = { ...service.room, exempt: service.config.trustProxy }
  limitConnections(app.server, service.ledger, 'connections', limits, (reason) => metrics.refused(reason), strangers)
  // Bodies are received by the pipeline, after the key is known, and never by Fastify.
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
  app.decorate('strangers', strangers)
  const isOfStranger = strangersRequests(endpoints)
  app.addHook('onRequest', async (request, reply) => {
    request.startedMs = performance.now()
    if (tracing) request.span = tracing.begin(request.method, request.headers)
    reply.headers({ 'x-request-id': request.id, ...PRIVATE })
    // Its connection was cut, so other requests in the same bytes cannot be answered either.
    if (request.raw.socket.destroyed) return reply.hijack()
    const unfit = refuseHead(request.raw)
    if (unfit && strangers.take(request)) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    if (unfit) return sendRefusal(reply.header('connection', 'close'), unfit)
    const tooMany = isOfStranger(request) ? strangers.take(request) : null
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
  const pipeline = new Pipeline(service, metrics, rates, strangers, elsewhere)
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
