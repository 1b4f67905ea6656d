import type { AddressInfo } from 'node:net'
import { type OpenService, openService } from './app.ts'
import type { DeliveryWorker } from './delivery/worker.ts'
import { addHealth } from './http/health.ts'
import { ROUTES } from './http/routes.ts'
import { buildServer } from './http/server.ts'
import type { Config } from './platform/config.ts'
import { StartupError } from './platform/startup-error.ts'
import { seedSandbox } from './sandbox/seed.ts'

export type Role = 'all' | 'api' | 'worker'

export interface Running {
  service: OpenService
  /** Null for a worker alone. */
  url: string | null
  close(): Promise<void>
}

/** Starts what `role` asks for and resolves when it is ready. Throws StartupError: one line for the operator. */
export const serve = async (config: Config, role: Role): Promise<Running> => {
  let worker: DeliveryWorker | null = null
  const service = await openService(config, role === 'worker' ? 'tool' : 'server', () => worker?.wake())
  try {
    const app = role === 'worker' ? null : buildServer(service, ROUTES)
    if (app) addHealth(app, service)
    const url = app ? await listen(app, config) : null
    if (url) await seedSandbox(service, url)
    if (role !== 'api') {
      const { DeliveryWorker } = await import('./delivery/worker.ts')
      worker = new DeliveryWorker(service)
      worker.start()
    }
    const close = async () => {
      await app?.close()
      await worker?.stop()
      await service.close()
    }
    return { service, url, close }
  } catch (error) {
    await service.close()
    throw error
  }
}

const listen = async (app: ReturnType<typeof buildServer>, { host, port }: Config): Promise<string> => {
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
