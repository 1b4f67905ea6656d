import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addReference } from '../apidoc/reference-page.ts'
import type { Identity } from '../delivery/leases.ts'
import { DeliveryWorker } from '../delivery/worker.ts'
import { FeedSums } from '../events/sum-up.ts'
import type { Elsewhere } from '../http/answering.ts'
import { beginTaking, closeServer, takeConnection } from '../http/connections.ts'
import { addHealth } from '../http/health.ts'
import { LargeServer } from '../http/large.ts'
import { addMetrics, type Exposition, Metrics, metricsServer } from '../http/metrics.ts'
import type { Rates } from '../http/rate-limit.ts'
import { buildServer } from '../http/server.ts'
import { type Config, warningsOf } from '../platform/config.ts'
import { fewConnections } from '../platform/open-files.ts'
import { checkMasterKey } from '../platform/secrets.ts'
import { seedSandbox } from '../sandbox/seed.ts'
import { type OpenService, openService, type Shared } from './open-service.ts'
import { ENDPOINTS, ROUTES } from './routes.ts'
import { listenFault, urlOf } from './spreader.ts'

/** `large`: one process of several does what the API processes hand over. */
export type Role = 'all' | 'api' | 'worker' | 'large'

export interface Running {
  service: OpenService
  metrics: Metrics
  /** Null for a worker alone. */
  url: string | null
  /** Takes a connection that another process accepted; null when this one listens itself. `onClose`: the connection is gone. */
  take: ((socket: Socket, onClose: () => void) => void) | null
  /** For how long there has been nothing large to do; null where it is not done. */
  idle_ms: (() => number) | null
  /** `patience_ms`: for requests under way. */
  close(patience_ms?: number): Promise<void>
}

/** What one of several processes of a machine does for all of them, and what the others do for it. */
export interface SharedWork extends Shared {
  /** Where the machine's API is reached; another process listens there. */
  url: string
  worker: Identity
  /** This process fills an empty sandbox. */
  seeds: boolean
  rates: Rates
  /** Where the `large` process is reached. */
  socket: string
  elsewhere: Elsewhere
  /** The metrics of all processes. */
  gather: () => Promise<Exposition>
}

/**
 * Starts what `role` asks for and resolves when it is ready; `isWarm`: what draws too, instead of with the first label. `shared`: this is one
 * of several processes of a machine (app/supervisor.ts). Throws StartupError: one line for the operator.
 */
export const serve = async (config: Config, role: Role, isWarm = role !== 'worker', shared: SharedWork | null = null): Promise<Running> => {
  let worker: DeliveryWorker | null = null
  let sums: FeedSums | null = null
  let started = false
  const service = await openService(config, role === 'worker' ? 'tool' : 'server', isWarm, shared)
  const metrics = new Metrics(service)
  const answer = shared?.gather ?? (() => metrics.answer())
  const servers: FastifyInstance[] = []
  let large: LargeServer | null = null
  const close = async (patience_ms?: number) => {
    await Promise.all([large?.close(), ...servers.map((app) => closeServer(app, patience_ms))])
    await Promise.all([worker?.stop(), sums?.stop(), service.keyUses.stop()])
    await service.close()
  }
  try {
    if (!shared) await checkStart(service)
    let url: string | null = null
    let take: Running['take'] = null
    if (role === 'large' && shared) large = await openLarge(service, shared)
    else if (role !== 'worker') {
      const { files, room } = service
      if (files !== null && (!shared || shared.seeds)) process.stderr.write(`backhaul: ${fewConnections(files, room.connections)}\n`)
      service.watch.start()
      service.bell.start()
      service.keyUses.start()
      // The first label is as quick as any other.
      if (isWarm) await service.renderers.start()
      const app = buildServer(service, ROUTES, metrics, shared?.rates, shared?.elsewhere)
      servers.push(app)
      addHealth(app, service, () => started)
      addReference(app, ENDPOINTS)
      if (config.metricsToken) addMetrics(app, answer, config.metricsToken)
      if (shared) {
        await app.ready()
        beginTaking(app.server)
        take = (socket, onClose) => takeConnection(app.server, socket, onClose)
      }
      url = shared?.url ?? (await listen(app, config.host, config.port))
      if (!shared || shared.seeds) await seedSandbox(service, config.publicUrl ?? url)
    }
    if (config.metricsPort !== null && !shared) {
      const app = metricsServer(answer, service.ledger)
      servers.push(app)
      await listen(app, config.host, config.metricsPort)
    }
    if (role === 'all' || role === 'worker') {
      worker = new DeliveryWorker(service, undefined, undefined, shared?.worker)
      worker.start()
      sums = new FeedSums(service.reads, service.log)
      sums.start()
    }
    started = true
    return { service, metrics, url, take, close, idle_ms: large?.idle_ms ?? null }
  } catch (error) {
    await close()
    throw error
  }
}

const openLarge = async (service: OpenService, { socket }: SharedWork): Promise<LargeServer> => {
  const large = new LargeServer(service, ROUTES)
  service.watch.start()
  service.bell.start()
  await large.listen(socket)
  return large
}

const checkStart = async (service: OpenService): Promise<void> => {
  await checkMasterKey(service)
  for (const warning of warningsOf(service.config)) process.stderr.write(`backhaul: ${warning}\n`)
}

const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenFault(error, host, port)
  }
  return urlOf(host, app.server.address() as AddressInfo)
}
