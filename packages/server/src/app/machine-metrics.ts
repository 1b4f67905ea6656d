// Metrics of all processes of a machine in one exposition. The counts of a dead process are kept, because a decreasing sum would look like
// a restart.
import { createServer, type Server } from 'node:http'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { METRICS_CONNECTIONS } from '../http/admission.ts'
import { LISTENER_OPTIONS, limitConnections } from '../http/connections.ts'
import type { Exposition, MetricValues } from '../http/metrics.ts'
import type { Ledger } from '../process/ledger.ts'
import type { Slot } from './slot.ts'

/** A process that does not answer in time is shown with its last values, but as not ready. */
const GATHER_LIMIT_MS = 900
const READY = 'backhaul_ready'

const together = async (all: MetricValues[][]): Promise<Registry> => {
  // Loaded at the first request, because many machines are never scraped.
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(all as unknown as MetricObjectWithValues<MetricValue<string>>[])
}

const isCounted = ({ type }: MetricValues): boolean => ['counter', 'histogram'].includes(String(type))

const asSilent = (metric: MetricValues): MetricValues =>
  metric.name === READY ? { ...metric, values: metric.values.map((one) => ({ ...one, value: 0 })) } : metric

export class MachineMetrics {
  readonly #slots: readonly Slot[]
  /** The last metrics of each process, by its id. */
  readonly #last = new Map<number, MetricValues[]>()
  /** Counts of processes that are gone. */
  #past: MetricValues[] = []
  readonly #ledger: Ledger
  /** Rejected connections, by reason. */
  readonly #refused = { all: 0, address: 0 }

  /** `ledger`: the connection counts of the process that accepts connections. */
  constructor(slots: readonly Slot[], ledger: Ledger) {
    this.#slots = slots
    this.#ledger = ledger
  }

  refused(reason: 'all' | 'address'): void {
    this.#refused[reason]++
  }

  async gather(): Promise<Exposition> {
    const alive = this.#slots.flatMap(({ id, link }) => (link ? [{ id, link }] : []))
    await Promise.all(
      alive.map(async ({ id, link }) => {
        const values = await link.call<MetricValues[]>('metrics', null, GATHER_LIMIT_MS).catch(() => null)
        const shown = values ?? this.#last.get(id)?.map(asSilent)
        if (shown && this.#slots.some((slot) => slot.id === id)) this.#last.set(id, shown)
      }),
    )
    // The help text comes from the first process.
    const registry = await together([...this.#last.values(), this.#own(), this.#past])
    return { text: await registry.metrics(), type: registry.contentType }
  }

  /** Keeps the counts of a process that is gone. */
  async leave(id: number): Promise<void> {
    const last = this.#last.get(id)
    this.#last.delete(id)
    if (last) this.#past = (await (await together([this.#past, last.filter(isCounted)])).getMetricsAsJSON()) as MetricValues[]
  }

  #isReady({ id, link }: Slot): boolean {
    const said = this.#last.get(id)?.find(({ name }) => name === READY)
    return link !== null && (said?.values.every(({ value }) => value === 1) ?? true)
  }

  #own(): MetricValues[] {
    const by = (count: (slots: Slot[]) => number) =>
      [...new Set(this.#slots.map(({ role }) => role))].map((part) => ({
        labels: { part },
        value: count(this.#slots.filter(({ role }) => role === part)),
      }))
    const processes = by((slots) => slots.filter((slot) => this.#isReady(slot)).length)
    const absent = this.#slots
      .filter(({ link, role }) => !link && role !== 'large')
      .map(({ name }) => ({ labels: { process: name }, value: 0 }))
    const replaced = by((slots) => slots.reduce((sum, slot) => sum + slot.replaced, 0))
    const refused = Object.entries(this.#refused).map(([reason, value]) => ({ labels: { reason }, value }))
    // Each process counts its own connections. The exposition contains the sum.
    const standings = this.#ledger.read().filter(({ account }) => account === 'connections_of_address')
    const side = (name: 'held' | 'limit') => standings.map((standing) => ({ labels: { account: standing.account }, value: standing[name] }))
    return [
      { name: 'backhaul_http_connections_refused_total', help: '', type: 'counter', values: refused, aggregator: 'sum' },
      { name: 'backhaul_held', help: '', type: 'gauge', values: side('held'), aggregator: 'sum' },
      { name: 'backhaul_limit', help: '', type: 'gauge', values: side('limit'), aggregator: 'sum' },
      { name: READY, help: '', type: 'gauge', values: absent, aggregator: 'min' },
      {
        name: 'backhaul_processes',
        help: 'Number of ready processes on this machine',
        type: 'gauge',
        values: processes,
        aggregator: 'sum',
      },
      {
        name: 'backhaul_processes_replaced_total',
        help: 'Number of processes started to replace one that died',
        type: 'counter',
        values: replaced,
        aggregator: 'sum',
      },
    ] as unknown as MetricValues[]
  }
}

/** Serves BACKHAUL_METRICS_PORT for the whole machine. */
export const machineMetricsServer = (metrics: MachineMetrics, ledger: Ledger): Server => {
  const { requestTimeout, connectionTimeout, http, clientErrorHandler } = LISTENER_OPTIONS
  const server = createServer({ ...http, requestTimeout }, async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const { text, type } = await metrics.gather()
      response.writeHead(200, { 'content-type': type }).end(text)
    } catch (error) {
      response.writeHead(500).end(`${(error as Error).message}\n`)
    }
  })
  server.setTimeout(connectionTimeout)
  server.on('clientError', clientErrorHandler)
  limitConnections(server, ledger, 'metrics_connections', METRICS_CONNECTIONS, () => {})
  return server
}
