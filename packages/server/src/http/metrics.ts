import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS } from '@backhaul/core/errors.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { IS_HELD } from '../database/hold.ts'
import type { Ledger } from '../process/ledger.ts'
import { COMMIT, VERSION } from '../process/version.ts'
import type { Service } from '../service/service.ts'
import { sha256 } from '../storage/secrets.ts'
import { METRICS_CONNECTIONS } from './admission.ts'
import { carrierMetrics } from './carrier-metrics.ts'
import { LISTENER_OPTIONS, limitConnections, limitReading } from './connections.ts'
import { countMetrics } from './count-metrics.ts'
import { READ } from './endpoint.ts'
import type { Readiness } from './health.ts'
import { numberMetrics } from './number-metrics.ts'
import { objectMetrics } from './object-metrics.ts'
import { gaugesOf, oneReading } from './one-reading.ts'
import { sendRefusal } from './responding.ts'
import { storageMetrics } from './storage-metrics.ts'
import { watchingMetrics } from './watching-metrics.ts'

/** More than one period of the timer that measures the delay of the event loop. */
const PERIOD_MS = 12
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface DeliveryGauges {
  pending: number
  oldest_s: number
  failing: number
  held: number
}

/**
 * The delivery queue at this moment, over all processes. A first attempt has no due time, so its wait is measured from the time of its
 * event. Deliveries to a failing receiver do not count as late.
 */
const deliveryGauges = (service: Service): Promise<DeliveryGauges | null> =>
  service.reads.one<DeliveryGauges>(
    'metrics_deliveries',
    `select count(*) as pending, coalesce(extract(epoch from now() - min(case when due_at = '-infinity' then d.created_at else due_at - ahead end)
              filter (where q.failing_since is null)), 0)::float8 as oldest_s,
            (select count(*) from webhook_queues q join webhooks w on w.id = q.webhook_id
              where w.status = 'enabled' and q.failing_since is not null) as failing,
            (${IS_HELD})::int as held
       from deliveries d left join webhook_queues q using (webhook_id) join (select id, clock_offset_s * interval '1 s' as ahead from partners) p on p.id = d.partner_id
      where status = 'pending' and due_at <= now() + ahead`,
  )

const deliveryMetrics = (service: Service, registers: Registry[]): void => {
  gaugesOf(
    registers,
    oneReading(() => deliveryGauges(service)),
    {
      backhaul_deliveries_oldest_due_seconds: [
        'Age of the oldest due webhook delivery, not counting deliveries of failing webhooks',
        ({ oldest_s }) => oldest_s,
      ],
      backhaul_deliveries_due: ['Webhook deliveries that are due and have not ended', ({ pending }) => pending],
      backhaul_deliveries_held: [
        'Whether webhook deliveries are held, because the database was restored or an operator holds them',
        ({ held }) => held,
      ],
      backhaul_webhooks_failing: ['Enabled webhooks whose attempts have all failed for some time', ({ failing }) => failing],
    },
  )
}

const notifierMetrics = ({ notifier, watch }: Service, registers: Registry[]): void => {
  new Gauge({
    name: 'backhaul_bell_up',
    help: 'Whether every process can notify the workers of other processes, and receives notifications if it is a worker',
    registers,
    aggregator: 'min',
    collect() {
      // While the database hangs, the LISTEN connection may be lost. The process cannot tell until the database answers.
      this.set(Number(notifier.isUp && !watch.isHung))
    },
  })
  const counters = {
    backhaul_bell_rings_total: ['Notifications sent to the workers of other processes', () => notifier.sentCount],
    backhaul_bell_heard_total: ['Notifications received from other processes', () => notifier.receivedCount],
  } as const
  for (const [name, [help, read]] of Object.entries(counters)) {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
}

const refusedConnections = (registers: Registry[]): Counter<'reason'> => {
  const help = 'Connections refused because there are too many, in total or from one address'
  const counter = new Counter({ name: 'backhaul_http_connections_refused_total', help, labelNames: ['reason'] as const, registers })
  for (const reason of ['all', 'address']) counter.inc({ reason }, 0)
  return counter
}

/** Lists all codes from the start, because a rate can only be computed if the counter has a value before the first refusal. */
const refusals = (registers: Registry[]): Counter<'code'> => {
  const help = 'Refused requests by error code'
  const counter = new Counter({ name: 'backhaul_http_refusals_total', help, labelNames: ['code'] as const, registers })
  for (const code of Object.keys(ERRORS)) counter.inc({ code }, 0)
  return counter
}

/** Metrics of the memory and slots that callers occupy in this process, each with its limit. */
const ledgerMetrics = (ledger: Ledger, registers: Registry[]): void => {
  const gauges = [
    [
      'backhaul_held',
      'Amount that callers hold now, by account; if each owner has its own account, the amount of the owner that holds most',
      'held',
    ],
    [
      'backhaul_limit',
      'Maximum amount that callers may hold, by account; if each owner has its own account, the maximum of one owner',
      'limit',
    ],
  ] as const
  for (const [name, help, side] of gauges) {
    new Gauge({
      name,
      help,
      labelNames: ['account'] as const,
      registers,
      collect() {
        for (const standing of ledger.read()) this.set({ account: standing.account }, standing[side])
      },
    })
  }
}
/** The answer of `GET /metrics`. */
export interface Exposition {
  text: string
  type: string
}

/** The numbers of one metric, and how to combine those of several processes. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>

/** Counts the requests of this process and reads gauges on each scrape, as Prometheus text: docs/operating/monitoring.md#metrics. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #durations: Histogram<'method' | 'route'>
  readonly #refused: Counter<'reason'>
  readonly #refusals: Counter<'code'>
  #nodes: Promise<void> | null = null
  readonly ledger: Ledger

  constructor(service: Service) {
    const registers = [this.#registry]
    this.ledger = service.ledger
    this.#refused = refusedConnections(registers)
    this.#refusals = refusals(registers)
    ledgerMetrics(service.ledger, registers)
    const build = { version: VERSION, commit: COMMIT ?? '', node: process.versions.node }
    new Gauge({
      name: 'backhaul_build_info',
      help: 'Version, commit and Node version of the running program',
      labelNames: ['version', 'commit', 'node'],
      registers,
      aggregator: 'first',
    }).set(build, 1)
    const labelNames = ['method', 'route', 'status'] as const
    this.#requests = new Counter({ name: 'backhaul_http_requests_total', help: 'Requests answered', labelNames, registers })
    const timed = ['method', 'route'] as const
    this.#durations = new Histogram({
      name: 'backhaul_http_request_seconds',
      help: 'Time to answer',
      labelNames: timed,
      buckets: SECONDS,
      registers,
    })
    this.gauge('backhaul_commit_queue', 'Plans waiting to be written or being written', () => service.committer.depth)
    this.gauge('backhaul_drawing_queue', 'Labels, images and pages waiting to be drawn or being drawn', () => service.renderers.depth)
    new Gauge({
      name: 'backhaul_database_waiting',
      help: 'Statements of requests that wait for a database connection',
      labelNames: ['pool'] as const,
      registers,
      collect() {
        this.set({ pool: 'commands' }, service.db.waiting)
        this.set({ pool: 'reads' }, service.reads.waiting)
      },
    })
    notifierMetrics(service, registers)
    storageMetrics(service, registers)
    objectMetrics(service, registers)
    countMetrics(service, registers)
    numberMetrics(service, registers)
    carrierMetrics(service, registers)
    watchingMetrics(service, registers)
    deliveryMetrics(service, registers)
  }

  /** Reports readiness as `/readyz` does. `process` names the kind of process. */
  ready(process: string, readiness: Readiness): void {
    new Gauge({
      name: 'backhaul_ready',
      help: 'Whether a process is ready, as /readyz reports',
      labelNames: ['process'] as const,
      registers: [this.#registry],
      aggregator: 'min',
      async collect() {
        this.set({ process }, Number((await readiness.reason()) === null))
      },
    })
  }

  /** Counts a rejected connection. `reason`: there were too many connections in all, or too many from its address. */
  refused(reason: 'all' | 'address'): void {
    this.#refused.inc({ reason })
  }

  /** Adds a gauge of this process. Each scrape calls `read`. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read())
      },
    })
  }

  /** Adds counters of this process. `read` returns the current counts by the value of `label`. */
  total(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number)
      },
    })
  }

  /** `refusal`: error code of the answer, if it was an error. */
  count(method: string, route: string, status: number, seconds: number, refusal: string | null = null): void {
    if (refusal !== null) this.#refusals.inc({ code: refusal })
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, seconds)
  }

  /**
   * Adds the metrics of Node at the first scrape, because one of them wakes the process a hundred times a second: the delay of the event
   * loop. Resolves when this delay has been measured once.
   */
  #addNodes(): Promise<void> {
    if (!this.#nodes) {
      collectDefaultMetrics({ register: this.#registry })
      // The timer of the delay fires between any two of these, also if the process was busy for longer than all of them.
      this.#nodes = sleep(PERIOD_MS)
        .then(() => sleep(PERIOD_MS))
        .then(() => sleep(PERIOD_MS))
    }
    return this.#nodes
  }

  async answer(): Promise<Exposition> {
    await this.#addNodes()
    return { text: await this.#registry.metrics(), type: this.#registry.contentType }
  }

  /** Returns the metrics as numbers, for the exposition of several processes. Omits numbers that could not be read. */
  async values(): Promise<MetricValues[]> {
    await this.#addNodes()
    const metrics = await this.#registry.getMetricsAsJSON()
    return metrics.map((metric) => ({
      ...metric,
      // prom-client averages the delay of the event loop, which would hide the delay of one process behind the others.
      aggregator: metric.aggregator === 'average' ? 'max' : metric.aggregator,
      values: (metric as MetricValues).values.filter(({ value }) => Number.isFinite(value)),
    })) as MetricValues[]
  }
}

type Answer = () => Promise<Exposition>

const sendMetrics = async (reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
  const { text, type } = await answer()
  limitReading(reply.raw, text.length)
  return reply.header('content-type', type).send(text)
}

/**
 * Serves metrics on the API's port, behind `Authorization: Bearer BACKHAUL_METRICS_TOKEN`. Without a token in the configuration the path
 * does not exist.
 */
export const addMetrics = (app: FastifyInstance, answer: Answer, token: string): void => {
  const expected = sha256(`Bearer ${token}`)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!timingSafeEqual(expected, sha256(request.headers.authorization ?? ''))) {
      const tooMany = app.anonymous.take(request)
      if (tooMany) return sendRefusal(reply, tooMany)
      return reply.code(401).headers({ 'www-authenticate': 'Bearer', 'content-length': '0' }).send()
    }
    return sendMetrics(reply, answer)
  }
  app.route({ method: READ, url: '/metrics', handler })
}

/** Serves metrics on a separate port (BACKHAUL_METRICS_PORT) without a token. Only the operator's network should reach this port. */
export const metricsServer = (answer: Answer, ledger: Ledger): FastifyInstance => {
  const app = Fastify(LISTENER_OPTIONS)
  limitConnections(app.server, ledger, 'metrics_connections', METRICS_CONNECTIONS, () => {})
  app.route({ method: READ, url: '/metrics', handler: async (_request, reply) => sendMetrics(reply, answer) })
  return app
}
