import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { NO_ATTEMPTS } from '../delivery/attempt-counts.ts'
import type { Identity } from '../delivery/leases.ts'
import { noneRemoved } from '../delivery/retention.ts'
import { DeliveryWorker } from '../delivery/worker.ts'
import { Allotments } from '../http/allotments.ts'
import type { Elsewhere } from '../http/answering.ts'
import { acceptConnection, beginTaking, closeServer } from '../http/connections.ts'
import { addHealth, type Phase, Readiness } from '../http/health.ts'
import { LargeServer } from '../http/large.ts'
import { addMetrics, type Exposition, Metrics, metricsServer } from '../http/metrics.ts'
import { ownBroker } from '../http/own-machine.ts'
import type { Rates } from '../http/rate-limit.ts'
import { buildServer } from '../http/server.ts'
import { Exchange } from '../kinds/carriers/exchange.ts'
import { Acceptances } from '../kinds/consolidations/acceptances.ts'
import { FeedSums } from '../kinds/events/sum-up.ts'
import { Importer } from '../kinds/imports/importer.ts'
import { prepareToDraw } from '../kinds/labels/draw.ts'
import { addShopperPages } from '../kinds/return-links/serve.ts'
import { seedSandbox } from '../kinds/sandbox/seed.ts'
import { claimWarnings } from '../kinds/sign-in/oidc/access-of-claims.ts'
import { NO_CHECKS, ProviderChecks } from '../kinds/sign-in/oidc/checks.ts'
import { Provider } from '../kinds/sign-in/oidc/provider.ts'
import { addProviderSignIn } from '../kinds/sign-in/oidc/serve.ts'
import { TodayCounts } from '../kinds/today/keep.ts'
import { addReference } from '../pages/reference-page.ts'
import { addPages } from '../pages/serve.ts'
import { type Config, warningsOf } from '../process/config.ts'
import { newWorkerId } from '../process/ids.ts'
import { fewConnections } from '../process/open-files.ts'
import { ShareExchange } from '../service/rate-shares.ts'
import { timezoneWarnings } from '../service/unknown-timezones.ts'
import { checkMasterKey } from '../storage/secrets.ts'
import { listenFault, type PortSetting, urlOf } from './connection-balancer.ts'
import { importWork } from './import-work.ts'
import { type OpenService, openService, type Shared } from './open-service.ts'
import { welcome } from './ready-links.ts'
import { ROUTES } from './routes.ts'

/** `large`: the process that runs the large requests that API processes hand over, if several processes share a machine. */
export type Role = 'all' | 'api' | 'worker' | 'large'

export interface Running {
  service: OpenService
  metrics: Metrics
  /** Null if this process is only a worker. */
  url: string | null
  /** Whether this start filled an empty sandbox. */
  isFirst: boolean
  /**
   * Takes over a connection that another process accepted. Null if this process listens itself. `onClose` is called when the connection is
   * closed.
   */
  take: ((socket: Socket, onClose: () => void) => void) | null
  /** From now on `/readyz` reports that the process is stopping. */
  drain(): void
  /** Milliseconds since the last large request. Null if this process runs no large requests. */
  idle_ms: (() => number) | null
  /** The machine's exchange of rate limits with other machines. Null if this process takes no part in it. */
  shares: ShareExchange | null
  /** `patience_ms`: time limit for running requests. */
  close(patience_ms?: number): Promise<void>
}

/** Work that one of a machine's processes does for all of them, and services that the others provide to it. */
export interface SharedWork extends Shared {
  /** URL of the machine's API, on which another process listens. */
  url: string
  worker: Identity
  /** Whether this process fills an empty sandbox. */
  seeds: boolean
  /** Whether this process opens the operator's sign-in link in a browser. */
  opens: boolean
  rates: Rates
  /** Path of the `large` process's socket. */
  socket: string
  elsewhere: Elsewhere
  /** Returns the metrics of all processes. */
  gather: () => Promise<Exposition>
}

/**
 * Starts the parts for `role` and resolves when they are ready. `isWarm`: also starts the renderers, which otherwise start with the first
 * label. `shared`: this is one of several processes of a machine (app/supervisor.ts). Throws StartupError: one line for the operator.
 */
export const serve = async (config: Config, role: Role, isWarm = role !== 'worker', shared: SharedWork | null = null): Promise<Running> => {
  /** Background work that runs until it is stopped. */
  const beside: { stop(): Promise<void> }[] = []
  const begin = (...works: { start(): void; stop(): Promise<void> }[]) => {
    for (const work of works) {
      work.start()
      beside.push(work)
    }
  }
  let phase: Phase = 'starting'
  const service = await openService(config, role === 'worker' ? 'tool' : 'server', isWarm, shared, nameOf(role, shared))
  const metrics = new Metrics(service)
  const readiness = new Readiness(service, () => phase)
  metrics.ready(nameOf(role, shared) ?? role, readiness)
  const counted = countWork(metrics)
  const answer = shared?.gather ?? (() => metrics.answer())
  const servers: FastifyInstance[] = []
  let large: LargeServer | null = null
  const limits = limitsOf(service, role, shared)
  // An idle process that is already ending may be told to stop a second time, together with all other processes.
  const close = once(async (patience_ms?: number) => {
    await Promise.all([service.background.stop(), large?.close(), ...servers.map((app) => closeServer(app, patience_ms))])
    await Promise.all([...beside.map((work) => work.stop()), service.keyUses.stop(), limits?.close()])
    await service.close()
  })
  try {
    if (!shared) await checkStart(service)
    service.watch.start()
    let url: string | null = null
    let isFirst = false
    let take: Running['take'] = null
    if (role === 'large' && shared) large = await openLarge(service, shared)
    else if (role !== 'worker') {
      if (!shared || shared.seeds) warnAboutFileLimit(service)
      await startForRequests(service, isWarm)
      const app = build(service, metrics, readiness, shared ?? limits)
      servers.push(app)
      const checks = signInAtProvider(app, service, metrics)
      if (checks) begin(checks)
      if (config.metricsToken) addMetrics(app, answer, config.metricsToken)
      if (shared) {
        await app.ready()
        beginTaking(app.server)
        take = (socket, onClose) => acceptConnection(app.server, socket, onClose)
      }
      url = shared?.url ?? (await listen(app, config.host, config.port, 'PORT'))
      service.links.base = config.publicUrl ?? url
      service.links.local = url
      if (!shared || shared.seeds) isFirst = await seedSandbox(service, config.publicUrl ?? url)
      if (shared?.seeds) await welcome(service, config.publicUrl ?? url, { is_first: isFirst, opens: shared.opens })
    }
    if (config.metricsPort !== null && !shared) {
      const app = watchedServer(service, answer, readiness)
      servers.push(app)
      await listen(app, config.host, config.metricsPort, 'BACKHAUL_METRICS_PORT')
    }
    if (role === 'all' || role === 'worker') {
      begin(counted(new DeliveryWorker(service, undefined, undefined, shared?.worker)))
      begin(...backgroundLoops(service))
    }
    begin(service.clockCheck)
    phase = 'serving'
    const drain = () => {
      phase = 'stopping'
    }
    return { service, metrics, url, isFirst, take, drain, close, idle_ms: large?.idle_ms ?? null, shares: limits?.shares ?? null }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Starts the parts that requests need besides the database. `isWarm`: also starts the renderers, so that the first label is as fast as
 * later ones.
 */
const startForRequests = async (service: OpenService, isWarm: boolean): Promise<void> => {
  service.notifier.start()
  service.keyUses.start()
  if (isWarm) await Promise.all([service.renderers.start(), prepareToDraw()])
}

/** Returns the name of the part of the service that this process is. Undefined if the process is the whole service. */
const nameOf = (role: Role, shared: SharedWork | null): string | undefined => shared?.name ?? (role === 'all' ? undefined : role)

/**
 * Returns the rate limits that several machines share. Null if no other machine can use the same database. `rates`: only for a machine with
 * one process.
 */
const limitsOf = (service: OpenService, role: Role, shared: SharedWork | null) => {
  if (service.config.databaseUrl === null || role === 'worker' || role === 'large') return null
  const shares = new ShareExchange(service.db, service.watch)
  if (shared) return { shares, close: () => shares.close() }
  const { rates, broker } = ownBroker()
  const machine = newWorkerId()
  const allotments = new Allotments({ exchange: (asks) => shares.exchange(machine, asks), usedOf: (bucket) => broker.usedOf(bucket) })
  broker.between = allotments
  allotments.start()
  const close = () => allotments.stop().then(() => shares.close())
  return { shares, rates, close }
}

/** The background work of a worker, except deliveries. */
const backgroundLoops = (service: OpenService) => [
  new FeedSums(service.reads, service.log),
  new TodayCounts(service),
  new Importer(service, importWork(service)),
  new Exchange(service),
  new Acceptances(service),
]

const once = <In extends unknown[], Out>(work: (...given: In) => Out) => {
  let done: { out: Out } | null = null
  return (...given: In): Out => {
    done ??= { out: work(...given) }
    return done.out
  }
}

const warnAboutFileLimit = ({ files, room }: OpenService): void => {
  if (files !== null) process.stderr.write(`backhaul: ${fewConnections(files, room.connections)}\n`)
}

/** Returns a server for metrics and health only. It serves clients that do not use the API, and processes without the API. */
const watchedServer = (service: OpenService, answer: () => Promise<Exposition>, readiness: Readiness): FastifyInstance => {
  const app = metricsServer(answer, service.ledger)
  addHealth(app, service.config, readiness)
  return app
}

/** Returns a function that counts the work of a given worker. A process without a worker reports 0. */
const countWork = (metrics: Metrics): ((worker: DeliveryWorker) => DeliveryWorker) => {
  let done: DeliveryWorker['done'] = { attempts: { ...NO_ATTEMPTS }, removed: noneRemoved() }
  const attempts = 'Completed webhook attempts, by the outcome for the delivery: exhausted means that it was the last attempt'
  metrics.total('backhaul_delivery_attempts_total', attempts, 'outcome', () => done.attempts)
  metrics.total('backhaul_retention_removed_total', 'Rows that retention has processed', 'what', () => done.removed)
  return (worker) => {
    done = worker.done
    return worker
  }
}

/** Builds everything that is served over HTTP, except the parts that depend on settings. */
const build = (service: OpenService, metrics: Metrics, readiness: Readiness, shared: Partial<SharedWork> | null): FastifyInstance => {
  const app = buildServer(service, ROUTES, metrics, shared?.rates, shared?.elsewhere)
  addHealth(app, service.config, readiness)
  addReference(app)
  addPages(app)
  addShopperPages(app, service)
  return app
}

/** Returns the object that asks the provider whether signed-in people still have access. Null if there is no provider. */
const signInAtProvider = (app: FastifyInstance, service: OpenService, metrics: Metrics): ProviderChecks | null => {
  const provider = service.config.provider && new Provider(service.config.provider)
  const checks = provider && new ProviderChecks(service, provider)
  const help = 'Requests to the provider that check whether signed-in people still have access'
  metrics.total('backhaul_provider_checks_total', help, 'outcome', () => ({ ...(checks?.counts ?? NO_CHECKS) }))
  addProviderSignIn(app, service, provider)
  if (!checks) return null
  // Contacts the provider early, so that the first sign-in need not wait for it. The service works without the provider.
  provider?.open().catch((error) => service.log.warn({ reason: (error as Error).message }, 'the provider cannot be reached'))
  service.keyCache.onOverdue = () => checks.hurry()
  return checks
}

const openLarge = async (service: OpenService, { socket, url, rates }: SharedWork): Promise<LargeServer> => {
  const large = new LargeServer(service, ROUTES, rates)
  service.notifier.start()
  service.links.base = service.config.publicUrl ?? url
  service.links.local = url
  await large.listen(socket)
  return large
}

const checkStart = async (service: OpenService): Promise<void> => {
  await checkMasterKey(service)
  const warnings = [...warningsOf(service.config), ...claimWarnings(service.config.provider), ...(await timezoneWarnings(service.db))]
  for (const warning of warnings) process.stderr.write(`backhaul: ${warning}\n`)
}

const listen = async (app: FastifyInstance, host: string, port: number, setting: PortSetting): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenFault(error, host, port, setting)
  }
  return urlOf(host, app.server.address() as AddressInfo)
}
