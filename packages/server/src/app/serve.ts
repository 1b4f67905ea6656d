import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addReference } from '../apidoc/reference-page.ts'
import { DeliveryWorker } from '../delivery/worker.ts'
import { FeedSums } from '../events/sum-up.ts'
import { closeServer } from '../http/connections.ts'
import { addHealth } from '../http/health.ts'
import { addMetrics, Metrics, metricsServer } from '../http/metrics.ts'
import { buildServer } from '../http/server.ts'
import { type Config, embeddedInProduction } from '../platform/config.ts'
import { checkMasterKey } from '../platform/secrets.ts'
import { StartupError } from '../platform/startup-error.ts'
import { seedSandbox } from '../sandbox/seed.ts'
import { type OpenService, openService } from './open-service.ts'
import { ENDPOINTS, ROUTES } from './routes.ts'

export type Role = 'all' | 'api' | 'worker'

export interface Running {
  service: OpenService
  /** Null for a worker alone. */
  url: string | null
  close(): Promise<void>
}

/**
 * Starts what `role` asks for and resolves when it is ready; `isWarm`: what draws too, instead of with the first label. Throws StartupError:
 * one line for the operator.
 */
export const serve = async (config: Config, role: Role, isWarm = role !== 'worker'): Promise<Running> => {
  let worker: DeliveryWorker | null = null
  let sums: FeedSums | null = null
  let started = false
  const service = await openService(config, role === 'worker' ? 'tool' : 'server', isWarm)
  const metrics = new Metrics(service)
  const servers: FastifyInstance[] = []
  const close = async () => {
    await Promise.all(servers.map((app) => closeServer(app)))
    await Promise.all([worker?.stop(), sums?.stop()])
    await service.close()
  }
  try {
    await checkMasterKey(service)
    const warning = embeddedInProduction(config)
    if (warning) process.stderr.write(`backhaul: ${warning}\n`)
    let url: string | null = null
    if (role !== 'worker') {
      service.watch.start()
      service.bell.start()
      // The first label is as quick as any other.
      if (isWarm) await service.renderers.start()
      const app = buildServer(service, ROUTES, metrics)
      servers.push(app)
      addHealth(app, service, () => started)
      addReference(app, ENDPOINTS)
      if (config.metricsToken) addMetrics(app, metrics, config.metricsToken)
      url = await listen(app, config.host, config.port)
      await seedSandbox(service, config.publicUrl ?? url)
    }
    if (config.metricsPort !== null) {
      const app = metricsServer(metrics)
      servers.push(app)
      await listen(app, config.host, config.metricsPort)
    }
    if (role !== 'api') {
      worker = new DeliveryWorker(service)
      worker.start()
      sums = new FeedSums(service.reads, service.log)
      sums.start()
    }
    started = true
    return { service, url, close }
  } catch (error) {
    await close()
    throw error
  }
}

const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`port ${port} on ${host} is in use; set PORT to a free one, or 0 to have one picked`)
    throw new StartupError(`cannot listen on ${host}:${port}: ${message}`)
  }
  const address = app.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
