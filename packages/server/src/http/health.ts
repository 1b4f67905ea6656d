import type { FastifyInstance } from 'fastify'
import { HUNG } from '../database/db.ts'
import { pendingMigrations } from '../database/migrations.ts'
import { type Config, embeddedInProduction } from '../process/config.ts'
import { StartupError } from '../process/startup-error.ts'
import { COMMIT, VERSION } from '../process/version.ts'
import { within } from '../process/within.ts'
import type { Service } from '../service/service.ts'
import { timezoneWarnings } from '../service/unknown-timezones.ts'
import { masterKeyFault } from '../storage/secrets.ts'
import { READ } from './endpoint.ts'

/** Time for which an answer of the database is reused. A load balancer notices a loss within this time plus its own interval. */
const KNOWN_FOR_MS = 1_000

/** Time for which warnings are reused. They change with the operators' tables. */
const WARNINGS_KNOWN_FOR_MS = 60_000

/** If the database takes longer, its previous state counts, until DatabaseWatch finds that it hangs. */
const ANSWER_WITHIN_MS = 700
/**
 * Maximum age of the database's previous state. An older state says nothing about a database that is silent now, and a load balancer may
 * ask only every ten seconds.
 */
const TRUSTED_FOR_MS = 5_000

/** Null means ready. */
type Reason = string | null

/** True for a standby, and for a database or server that was set to read-only. */
const READ_ONLY = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only"

/**
 * Whether the process is ready: the database answers, accepts writes, has every migration of this program, allows this program to run, and
 * has secrets encrypted with its master key; and this machine's clock is right. Anybody may ask, without a key. So the database is asked
 * one question at a time and at most once a second, regardless of the number of requests.
 */
export class Readiness {
  readonly #service: Service
  readonly #phase: () => Phase
  #asking: Promise<Reason> | null = null
  /** The current question. It may take longer than any request waits. */
  #question: Promise<Reason> | null = null
  #known: { reason: Reason; asked: number } | null = null
  #warnings: { lines: readonly string[]; asked: number } = { lines: [], asked: Number.NEGATIVE_INFINITY }

  /** `phase` returns the phase of the process; `serving` by default. */
  constructor(service: Service, phase: () => Phase = () => 'serving') {
    this.#service = service
    this.#phase = phase
  }

  reason(): Promise<Reason> {
    const phase = this.#phase()
    if (phase !== 'serving') return Promise.resolve(phase)
    if (this.#service.watch.isHung) return Promise.resolve(HUNG)
    const now = this.#service.clock.now()
    if (this.#asking) return this.#asking
    // Compares the age without its sign, because a clock that was set back must not keep an old answer in use.
    if (this.#known && Math.abs(now - this.#known.asked) < KNOWN_FOR_MS) return Promise.resolve(this.#known.reason)
    this.#question ??= this.#ask().then((reason) => {
      this.#known = { reason, asked: now }
      this.#question = null
      return reason
    })
    this.#asking = within(this.#question, ANSWER_WITHIN_MS, () =>
      this.#known && Math.abs(now - this.#known.asked) < TRUSTED_FOR_MS ? this.#known.reason : 'the database has not answered yet',
    ).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(): Promise<Reason> {
    const { watch } = this.#service
    let forget = () => {}
    const hung = new Promise<Reason>((resolve) => {
      forget = watch.whenHung(() => resolve(HUNG))
    })
    try {
      return await Promise.race([this.#look(), hung])
    } catch (error) {
      if (error instanceof StartupError) return error.message
      return watch.isHung ? HUNG : 'the database does not answer'
    } finally {
      forget()
    }
  }

  /** Warnings for the operator, as of the last check. */
  get warnings(): readonly string[] {
    return this.#warnings.lines
  }

  async #look(): Promise<Reason> {
    const { db, masterKey } = this.#service
    const pending = await pendingMigrations(db.pool)
    if (pending.length > 0) return `migrations are not applied: ${pending.join(', ')}`
    const mode = await db.one<{ read_only: boolean }>('readiness', READ_ONLY)
    if (mode?.read_only) return 'the database is read-only'
    const reason = (await masterKeyFault(db, masterKey)) ?? this.#service.clockCheck.reason
    const now = performance.now()
    if (now - this.#warnings.asked > WARNINGS_KNOWN_FOR_MS) this.#warnings = { lines: await timezoneWarnings(db), asked: now }
    return reason
  }
}

/** Phase of a process. Before and after `serving`, no new requests should be sent to it. */
export type Phase = 'starting' | 'serving' | 'stopping'

/** `/healthz`: the process is up. `/readyz`: it is serving, and `Readiness` has no reason against it. Neither needs a signature. */
export const addHealth = (app: FastifyInstance, config: Config, readiness: Readiness): void => {
  const embedded = embeddedInProduction(config)
  const up = { status: 'ok', environment: config.environment, version: VERSION, commit: COMMIT }
  app.route({ method: READ, url: '/healthz', handler: async () => up })
  app.route({
    method: READ,
    url: '/readyz',
    handler: async (_request, reply) => {
      const reason = await readiness.reason()
      const warning = [embedded ?? [], ...readiness.warnings].flat().join('; ')
      if (reason === null) return { status: 'ready', version: VERSION, commit: COMMIT, ...(warning !== '' && { warning }) }
      return reply.code(503).send({ status: 'not_ready', reason, version: VERSION, commit: COMMIT })
    },
  })
}
