import type { FastifyInstance } from 'fastify'
import { type Database, HUNG } from '../platform/db.ts'
import { pendingMigrations } from '../platform/migrate.ts'
import type { Service } from '../platform/service.ts'

/** For how long an answer of the database is good for others who ask: a balancer learns of a loss within this and its own interval. */
const KNOWN_FOR_MS = 1_000

/** Null: ready. */
type Reason = string | null

/** A standby, or a database (or server) that was set to take no writes. */
const READ_ONLY = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only"

/**
 * Whether the database answers, takes writes and has every migration. Anybody may ask, without a key, so it is asked at most once at a time and once a
 * second, however many ask.
 */
export class Readiness {
  readonly #service: Service
  #asking: Promise<Reason> | null = null
  #known: { reason: Reason; asked: number } | null = null

  constructor(service: Service) {
    this.#service = service
  }

  reason(): Promise<Reason> {
    if (this.#service.watch.isHung) return Promise.resolve(HUNG)
    const now = this.#service.clock.now()
    if (this.#asking) return this.#asking
    // Either way: a clock that was set back must not keep an answer alive.
    if (this.#known && Math.abs(now - this.#known.asked) < KNOWN_FOR_MS) return Promise.resolve(this.#known.reason)
    this.#asking = this.#ask().then((reason) => {
      this.#known = { reason, asked: now }
      this.#asking = null
      return reason
    })
    return this.#asking
  }

  async #ask(): Promise<Reason> {
    const { watch, db } = this.#service
    let forget = () => {}
    const hung = new Promise<Reason>((resolve) => {
      forget = watch.whenHung(() => resolve(HUNG))
    })
    try {
      return await Promise.race([this.#look(db), hung])
    } catch {
      return watch.isHung ? HUNG : 'the database does not answer'
    } finally {
      forget()
    }
  }

  async #look(db: Database): Promise<Reason> {
    const pending = await pendingMigrations(db.pool)
    if (pending.length > 0) return `${pending.length} migrations are not applied`
    const mode = await db.one<{ read_only: boolean }>('readiness', READ_ONLY)
    return mode?.read_only ? 'the database is read-only' : null
  }
}

/** `/healthz`: the process is up. `/readyz`: the start is done, the database answers, takes writes and has every migration. Both unsigned; contract §1. */
export const addHealth = (app: FastifyInstance, service: Service, started: () => boolean): void => {
  const readiness = new Readiness(service)
  app.get('/healthz', () => ({ status: 'ok', environment: service.config.environment }))
  app.get('/readyz', async (_request, reply) => {
    const reason = started() ? await readiness.reason() : 'starting'
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: 'not_ready', reason })
  })
}
