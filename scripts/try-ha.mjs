// `npm run try-ha -- [--kills N] [--minutes M] [--seed N] [--log FILE]`: what deploy/ha promises, played on this machine: three nodes of PostgreSQL with Patroni
// and etcd, HAProxy, two APIs and two workers; one of each reaches the database by HAProxy, the other by a DATABASE_URL with all three. Under the
// load of the fault simulation the primary is killed N times (20), each fifth time with its Patroni; not after M minutes, however few it were. At
// the end it is handed on by patronictl. Then the auditor of the simulation judges by the run's own log. Skipped where a program is missing. docs/operating/high-availability.md, docs/reliability.md#high-availability
import { parseArgs } from 'node:util'
import { audit } from './faults/auditor.mjs'
import { Fleet } from './faults/fleet.mjs'
import { Log } from './faults/log.mjs'
import { planOf } from './faults/plan.mjs'
import { Receivers } from './faults/receivers.mjs'
import { tableOf, violationOf } from './faults/report.mjs'
import { simulate } from './faults/simulation.mjs'
import { Cluster, missing } from './ha/cluster.mjs'
import { Kills } from './ha/kills.mjs'

/** Lives are planned for more time than the run takes: they end with the last kill. */
const MINUTES_OF_KILL = 3

const { values } = parseArgs({
  options: { kills: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' }, log: { type: 'string' } },
})
const [kills, seed, minutes] = [Number(values.kills ?? 20), Number(values.seed ?? 1), Number(values.minutes ?? Number.POSITIVE_INFINITY)]
if (!(Number.isInteger(kills) && kills > 0 && Number.isInteger(seed) && minutes > 0)) {
  console.error('usage: npm run try-ha -- [--kills N] [--minutes M] [--seed N] [--log FILE]')
  process.exit(2)
}
const absent = missing()
if (absent) {
  console.log(`skipped: high availability: there is no ${absent} on this machine`)
  process.exit(0)
}

const began_ms = performance.now()
const say = (text) => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  console.log(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}`)
}

/**
 * Answers that no client should see: 5xx but 503. A 502 of HAProxy itself says that the connection behind it broke, which is a reset to the client.
 * Those, and clients that wait no longer, are counted in the table.
 */
const wrongAnswers = (log) =>
  log.attempts
    .filter(
      ({ answer }) => answer && answer.status >= 500 && answer.status !== 503 && !(answer.status === 502 && /^<html>/.test(answer.text)),
    )
    .map(({ at, answer }) => `${at}: ${answer.status} ${answer.text}`)

const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const outagesOf = ({ outages }) => {
  const s = (ms) => (ms / 1000).toFixed(1)
  return [...new Set(outages.map(({ how }) => how))].flatMap((how) => {
    const some = outages.filter((one) => one.how === how)
    const of = (name) => some.map((one) => one[name])
    const spread = (name) => `${s(Math.min(...of(name)))} to ${s(Math.max(...of(name)))} s, ${s(middle(of(name)))} in the middle`
    const behind = Math.max(...some.map(({ psql_ms, service_ms }) => service_ms - psql_ms))
    return [
      `${how.padEnd(22)}${some.length} times; psql writes again after ${spread('psql_ms')}`,
      `${''.padEnd(22)}the service after ${spread('service_ms')}; at most ${s(behind)} s behind psql`,
    ]
  })
}

say(`bringing up the cluster; then ${kills} kills with seed ${seed}`)
const log = new Log()
const receivers = new Receivers(log)
await receivers.open()
const fleet = await Fleet.open((dir, ports) =>
  Cluster.open(
    dir,
    ports.map((port) => `127.0.0.1:${port}`),
  ),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => fleet.close().finally(() => process.exit(1)))
const wrong = []
let disturbance
try {
  const plan = { ...planOf({ seed, minutes: kills * MINUTES_OF_KILL }), advances: [] }
  const cluster = fleet.database
  say(`${cluster.dir}: everything is up`)
  const disturb = ({ sender, keys }) => {
    disturbance = new Kills({ cluster, log, say, kills, until_ms: began_ms + minutes * 60_000, sender, keys })
    return disturbance
  }
  const done = await simulate(plan, { fleet, receivers, log, say, disturb, apis: [cluster.api] })
  console.log(`\n${[...tableOf(log, done), ...outagesOf(disturbance)].join('\n')}\n`)
  const violations = audit(log)
  if (violations.length > 0) wrong.push(...violationOf(log, violations))
  for (const answer of wrongAnswers(log).slice(0, 10)) wrong.push(`a client was answered ${answer}`)
  for (const { psql_ms, service_ms } of disturbance.behind)
    wrong.push(`writes of the service were back after ${service_ms.toFixed(0)} ms, those of psql after ${psql_ms.toFixed(0)} ms`)
  if (disturbance.lost.length > 0) wrong.push(`the cluster itself lost ${disturbance.lost.length} writes that it had acknowledged to psql`)
} finally {
  receivers.close()
  await fleet.close()
}
if (wrong.length > 0) console.log(wrong.join('\n'))
say(wrong.length === 0 ? 'every promise was kept' : 'NOT KEPT')
if (values.log) log.write(values.log)
process.exit(wrong.length === 0 ? 0 : 1)
