import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../platform/migrate.ts'
import type { Service } from '../platform/service.ts'

/** `/healthz`: the process is up. `/readyz`: the start is done, the database answers and has every migration. Both unsigned; contract §1. */
export const addHealth = (app: FastifyInstance, service: Service, started: () => boolean): void => {
  app.get('/healthz', () => ({ status: 'ok', environment: service.config.environment }))
  app.get('/readyz', async (_request, reply) => {
    if (!started()) return reply.code(503).send({ status: 'not_ready', reason: 'starting' })
    try {
      const pending = await pendingMigrations(service.db.pool)
      if (pending.length === 0) return { status: 'ready' }
      return reply.code(503).send({ status: 'not_ready', reason: `${pending.length} migrations are not applied` })
    } catch {
      return reply.code(503).send({ status: 'not_ready', reason: 'the database does not answer' })
    }
  })
}
