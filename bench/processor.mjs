// Measures the processor time of a create, by process, including its deliveries. Where all processes share the same processors, this
// time determines the rates. Unlike rates, it hardly depends on what else the machine is doing.
// With `--against…`, this service alternates with the service of another checkout, or with one that has N API processes.
// Usage: npm run bench -- --only processor, or
//        node bench/processor.mjs [--against CHECKOUT] [--against-processes N] [--rounds 3] [--creates 5000] [--connections 64,16,1]
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readOptions } from '../packages/trials/dist/lib/run.js'
import { createFloor } from './create-floor.mjs'
import { Report, times } from './report.mjs'
import { CREATE, fire, sampleCreate, warmUp } from './requests.mjs'
import { processorTimes, timeOfChildren } from './shares.mjs'
import { Helper, Stage } from './stage.mjs'

const US_PER_S = 1_000_000
/** Maximum length of one round, in seconds. */
const LIMIT_S = 300
/** Length of the floor's measurement, in seconds. */
const FLOOR_S = 2
const DEFAULTS = { rounds: 3, creates: 5_000, connections: [64, 16, 1] }

const timesOf = ({ stage, load }) =>
  processorTimes({ servicePid: stage.service.pid, loadPid: load.child.pid, home: stage.embedded?.home }).found

/**
 * Measures the microseconds of each process per request, until the last delivery is recorded.
 * @returns {Promise<{ us: Map<string, number>, p50_ms: number, p99_ms: number }>}
 */
const costOf = async (bench, connections, creates) => {
  const { stage } = bench
  await stage.settle()
  const before = timesOf(bench)
  const shapes = [stage.shape('POST', '/v2/shipments', CREATE)]
  const result = await fire(bench, shapes, connections, LIMIT_S, 201, { requests: creates })
  await stage.drained()
  const us = new Map([...timesOf(bench)].map(([role, s]) => [role, ((s - (before.get(role) ?? 0)) * US_PER_S) / result.requests]))
  return { us, ...result }
}

/** Measures the same for the database alone, including the program that drives it (./create-floor.mjs). */
const floorOf = async (bench, connections) => {
  const { stage } = bench
  const { text } = await sampleCreate(bench)
  await stage.settle()
  const postgres = () => timesOf(bench).get('PostgreSQL')
  const before = { postgres: postgres(), pgbench: timeOfChildren() }
  const { per_s } = await createFloor(stage.database, text, connections, FLOOR_S)
  const us = (s) => (s * US_PER_S) / (per_s * FLOOR_S)
  const floor = { PostgreSQL: us(postgres() - before.postgres), pgbench: us(timeOfChildren() - before.pgbench) }
  await stage.client.query("delete from deliveries where webhook_id = 'floor'")
  return floor
}

/** Several API processes share the creates, so their costs are added up. */
const byKind = (us) => {
  const kinds = new Map()
  for (const [role, cost] of us) {
    const kind = role.startsWith('api') ? 'api' : role
    kinds.set(kind, (kinds.get(kind) ?? 0) + cost)
  }
  return kinds
}

const OTHERS = 'load generator'
const totalOf = (kinds) => [...kinds].reduce((sum, [kind, us]) => (kind === OTHERS ? sum : sum + us), 0)
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
const listOf = (kinds) =>
  [...kinds]
    .sort()
    .map(([kind, us]) => `${kind} ${us.toFixed(0)}`)
    .join(', ')

/** Merges the rounds of one number of connections. */
const together = (rounds) => {
  const kinds = new Map()
  for (const { us } of rounds) for (const [kind, cost] of byKind(us)) kinds.set(kind, (kinds.get(kind) ?? 0) + cost / rounds.length)
  const latency = { p50_ms: mean(rounds.map(({ p50_ms }) => p50_ms)), p99_ms: mean(rounds.map(({ p99_ms }) => p99_ms)) }
  return { total: totalOf(kinds), totals: rounds.map(({ us }) => totalOf(us)), kinds, ...latency }
}

/** Compares `builds`, a map from name to build. The builds alternate. */
const compare = async (builds, report, { rounds, creates, connections }) => {
  for (const bench of Object.values(builds)) await warmUp(bench)
  for (const count of connections) {
    const results = new Map(Object.keys(builds).map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const [name, bench] of Object.entries(builds))
        results.get(name).push(await costOf(bench, count, count === 1 ? creates / 2 : creates))
    for (const [name, of] of results) {
      const { total, totals, kinds, ...latency } = together(of)
      const floor = await floorOf(builds[name], count)
      report.add(`processor of a create, ${count} ${count === 1 ? 'connection' : 'connections'}${name && `, ${name}`}`, {
        value: total,
        unit: 'µs',
        notes: `with its deliveries: ${listOf(kinds)}; by rounds ${totals.map((us) => us.toFixed(0)).join(', ')}; ${times(latency)}; the same rows by ${listOf(new Map(Object.entries(floor)))}`,
      })
    }
  }
}

export const measureProcessor = (bench) => compare({ '': bench }, bench.report, DEFAULTS)

/** Opens a separate service with a webhook and its receiver. */
const openBench = async (of) => {
  const stage = await Stage.open(of)
  const [load, receiver] = [new Helper('http-load.mjs'), new Helper('receiver.mjs')]
  const url = `http://127.0.0.1:${await receiver.ask('listen')}/`
  await stage.call('POST', '/v2/webhooks', { url, enabled_events: ['*'] })
  const close = async () => {
    load.stop()
    receiver.stop()
    await stage.close()
  }
  return { stage, load, close }
}

const main = async () => {
  const { rounds, creates, connections } = DEFAULTS
  const given = { against: '', 'against-processes': 0, rounds, creates, connections: connections.join(',') }
  const { against, 'against-processes': processes, ...options } = readOptions('node bench/processor.mjs', given)
  const builds = {}
  try {
    const launcher = join(resolve(against), 'packages/server/bin/backhaul.js')
    if (against || processes > 0)
      builds.before = await openBench({ launcher, ...(processes > 0 && { env: { BACKHAUL_PROCESSES: String(processes) } }) })
    builds.now = await openBench()
    await compare(builds, new Report(), { ...options, connections: options.connections.split(',').map(Number) })
  } finally {
    for (const { close } of Object.values(builds)) await close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main()
