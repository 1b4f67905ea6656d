// Measures the processor time that each process spends on one create and its deliveries. If all processes share the same processors, this
// time determines the rates. Unlike the rates, it hardly depends on what else the machine is doing. `npm run bench -- --only processor`
// runs it, and `npm run bench -- --against COMMIT` compares this time with that of another commit.
import { createFloor } from './create-floor.mjs'
import { times } from './report.mjs'
import { CREATE, fire, sampleCreate, warmUp } from './requests.mjs'
import { processorTimes, timeOfChildren } from './shares.mjs'

const US_PER_S = 1_000_000
/** Maximum length of one round, in seconds. */
const LIMIT_S = 300
/** Length of the floor's measurement, in seconds. */
const FLOOR_S = 2
const ROUNDS = 3
const CREATES = 5_000
const CONNECTIONS = [64, 16, 1]

const timesOf = ({ stage, load }) =>
  processorTimes({ servicePid: stage.service.pid, loadPid: load.child.pid, home: stage.embedded?.home }).found

/**
 * Measures the processor time of each process per request, in microseconds, until the last delivery is recorded.
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

/** Measures the processor time of the floor per create: the database, and the program that drives it (./create-floor.mjs). */
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

/** Merges the rounds that used the same number of connections. */
const together = (rounds) => {
  const kinds = new Map()
  for (const { us } of rounds) for (const [kind, cost] of byKind(us)) kinds.set(kind, (kinds.get(kind) ?? 0) + cost / rounds.length)
  const latency = { p50_ms: mean(rounds.map(({ p50_ms }) => p50_ms)), p99_ms: mean(rounds.map(({ p99_ms }) => p99_ms)) }
  return { total: totalOf(kinds), totals: rounds.map(({ us }) => totalOf(us)), kinds, ...latency }
}

export const measureProcessor = async (bench) => {
  await warmUp(bench)
  for (const connections of CONNECTIONS) {
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await costOf(bench, connections, connections === 1 ? CREATES / 2 : CREATES))
    const { total, totals, kinds, ...latency } = together(rounds)
    const floor = await floorOf(bench, connections)
    bench.report.add(`processor of a create, ${connections} ${connections === 1 ? 'connection' : 'connections'}`, {
      value: total,
      unit: 'µs',
      notes: `with its deliveries: ${listOf(kinds)}; by round: ${totals.map((us) => us.toFixed(0)).join(', ')}; ${times(latency)}; the same rows by ${listOf(new Map(Object.entries(floor)))}`,
    })
  }
}
