// `npm run try-ha -- [--kills N] [--minutes M] [--seed N] [--log FILE]`: tests the promises of deploy/ha on this machine, with three nodes
// of PostgreSQL, Patroni and etcd, HAProxy, two APIs and two workers. One API and one worker reach the database through HAProxy, the other
// two through a DATABASE_URL with all three nodes. Under the load of the fault simulation, the primary is killed N times (default 20),
// every fifth time together with its Patroni. No kill begins after M minutes. At the end patronictl switches over. Then the auditor of the
// simulation judges the run by its own log. The run is skipped if a program is missing. See docs/operating/high-availability.md and
// docs/reliability.md#high-availability.

import { audit } from '../faults/auditor.ts'
import { openFleet } from '../faults/fleet.ts'
import { Log } from '../faults/log.ts'
import { planOf } from '../faults/plan.ts'
import { Receivers } from '../faults/receivers.ts'
import { tableOf, violationOf } from '../faults/report.ts'
import { simulate } from '../faults/simulation.ts'
import { median, readOptions, say } from '../lib/run.ts'
import { Cluster, missing } from './cluster.ts'
import { Kills } from './kills.ts'

/** Lives are planned for longer than the run. No life begins after the last kill. */
const MINUTES_OF_KILL = 3

const {
  kills,
  minutes,
  seed,
  log: file,
} = readOptions('npm run try-ha', {
  ...{ kills: 20, minutes: Number.POSITIVE_INFINITY, seed: 1, log: null as string | null },
})
const absent = missing()
if (absent) {
  console.log(`skipped: high availability: no ${absent} on this machine`)
  process.exit(0)
}

/**
 * Returns the answers that clients should never see: those with a 5xx status, except 503 and a 502 from HAProxy itself. Such a 502 means
 * that the connection behind HAProxy broke, and counts as a reset. The table shows the number of resets and of clients that stopped
 * waiting.
 */
const wrongAnswers = (log: Log): string[] =>
  log.attempts.flatMap(({ at, answer }) => {
    const isWrong = answer && answer.status >= 500 && answer.status !== 503 && !(answer.status === 502 && /^<html>/.test(answer.text))
    return isWrong ? `${at}: ${answer.status} ${answer.text}` : []
  })

const outagesOf = ({ outages }: Kills): string[] => {
  const s = (ms: number) => (ms / 1000).toFixed(1)
  return [...new Set(outages.map(({ how }) => how))].flatMap((how) => {
    const some = outages.filter((one) => one.how === how)
    const of = (name: 'psql_ms' | 'service_ms') => some.map((one) => one[name])
    const spread = (name: 'psql_ms' | 'service_ms') =>
      `${s(Math.min(...of(name)))} to ${s(Math.max(...of(name)))} s, median ${s(median(of(name)))}`
    const behind = Math.max(...some.map(({ psql_ms, service_ms }) => service_ms - psql_ms))
    return [
      `${how.padEnd(22)}${some.length} times; psql writes again after ${spread('psql_ms')}`,
      `${''.padEnd(22)}the service after ${spread('service_ms')}; at most ${s(behind)} s behind psql`,
    ]
  })
}

say(`starting the cluster; then ${kills} kills with seed ${seed}`)
const log = new Log()
const receivers = await Receivers.open(log)
const fleet = (await openFleet(Cluster.open)).closeOnSignals()
const wrong: string[] = []
try {
  const plan = { ...planOf({ seed, minutes: kills * MINUTES_OF_KILL }), advances: [] }
  const cluster = fleet.database
  say(`${cluster.dir}: everything is up`)
  const disturbance = new Kills(cluster, log, kills, minutes * 60_000)
  const disturb = disturbance.with.bind(disturbance)
  const done = await simulate(plan, { fleet, receivers, log, disturb, apis: [cluster.api] })
  console.log(`\n${[...tableOf(log, done), ...outagesOf(disturbance)].join('\n')}\n`)
  const violations = audit(log)
  if (violations.length > 0) wrong.push(...violationOf(log, violations))
  for (const answer of wrongAnswers(log).slice(0, 10)) wrong.push(`a client got the answer ${answer}`)
  for (const { psql_ms, service_ms } of disturbance.behind)
    wrong.push(`writes of the service were back after ${service_ms.toFixed(0)} ms, those of psql after ${psql_ms.toFixed(0)} ms`)
  if (disturbance.lost.length > 0) wrong.push(`the cluster itself lost ${disturbance.lost.length} writes that it had acknowledged to psql`)
} finally {
  receivers.close()
  await fleet.close()
}
if (wrong.length > 0) console.log(wrong.join('\n'))
say(wrong.length === 0 ? 'every promise was kept' : 'NOT KEPT')
if (file) log.write(file)
process.exit(wrong.length === 0 ? 0 : 1)
