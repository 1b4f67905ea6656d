// One exposition for all processes of a machine. What a process that died had counted stays counted: a sum that fell would look like a
// restart to whoever reads it.
import { createServer, type Server } from 'node:http'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { LISTENER_OPTIONS, limitConnections } from '../http/connections.ts'
import type { Exposition, MetricValues } from '../http/metrics.ts'
import type { Slot } from './slot.ts'

/** A process that stands still is shown as it was. */
const GATHER_LIMIT_MS = 1_000

const together = async (all: MetricValues[][]): Promise<Registry> => {
  // Loaded with the first answer: many machines are never asked.
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(all as unknown as MetricObjectWithValues<MetricValue<string>>[])
}

const isCounted = ({ type }: MetricValues): boolean => ['counter', 'histogram'].includes(String(type))

export class MachineMetrics {
  readonly #slots: readonly Slot[]
  /** What each process said last, by its id. */
  readonly #last = new Map<number, MetricValues[]>()
  /** What processes that are gone had counted. */
  #past: MetricValues[] = []

  constructor(slots: readonly Slot[]) {
    this.#slots = slots
  }

  async gather(): Promise<Exposition> {
    const alive = this.#slots.flatMap(({ id, link }) => (link ? [{ id, link }] : []))
    await Promise.all(
      alive.map(async ({ id, link }) => {
        const values = await link.call<MetricValues[]>('metrics', null, GATHER_LIMIT_MS).catch(() => null)
        if (values && this.#slots.some((slot) => slot.id === id)) this.#last.set(id, values)
      }),
    )
    const registry = await together([this.#own(), ...this.#last.values(), this.#past])
    return { text: await registry.metrics(), type: registry.contentType }
  }

  /** A process is gone. */
  async leave(id: number): Promise<void> {
    const last = this.#last.get(id)
    this.#last.delete(id)
    if (last) this.#past = (await (await together([this.#past, last.filter(isCounted)])).getMetricsAsJSON()) as MetricValues[]
  }

  #own(): MetricValues[] {
    const by = (count: (slots: Slot[]) => number) =>
      [...new Set(this.#slots.map(({ role }) => role))].map((part) => ({
        labels: { part },
        value: count(this.#slots.filter(({ role }) => role === part)),
      }))
    const processes = by((slots) => slots.filter(({ link }) => link).length)
    const replaced = by((slots) => slots.reduce((sum, slot) => sum + slot.replaced, 0))
    return [
      { name: 'backhaul_processes', help: 'Processes of this machine that are ready', type: 'gauge', values: processes, aggregator: 'sum' },
      {
        name: 'backhaul_processes_replaced_total',
        help: 'Processes started in the place of one that died',
        type: 'counter',
        values: replaced,
        aggregator: 'sum',
      },
    ] as unknown as MetricValues[]
  }
}

/** BACKHAUL_METRICS_PORT of a machine. */
export const machineMetricsServer = (metrics: MachineMetrics): Server => {
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
  limitConnections(server)
  return server
}
