// `npm run simulate-faults -- [--seed N] [--minutes M] [--failover] [--log FILE]`: whether the service keeps its promises while everything around it fails. Two APIs and
// two workers over a PostgreSQL of their own serve partners whose parcels live random lives; requests are sent twice, late, and by clients that
// hang up; receivers are slow, fail, reset and hang; events go to the archive while they are minutes old; processes are killed and frozen, the database is restarted and frozen, clocks are stepped.
// With `--failover` the database is the cluster of deploy/ha, and fails over. Afterward an auditor judges by the run's own log. The same seed plans the same run. Exit code 1: an invariant was violated, and the first
// violation is printed with its history. docs/reliability.md says what is checked.
import { Aging } from './faults/aging.mjs'
import { audit } from './faults/auditor.mjs'
import { Calamities } from './faults/calamities.mjs'
import { Fleet } from './faults/fleet.mjs'
import { Log } from './faults/log.mjs'
import { planOf } from './faults/plan.mjs'
import { Receivers } from './faults/receivers.mjs'
import { tableOf, violationOf } from './faults/report.mjs'
import { simulate } from './faults/simulation.mjs'
import { Cluster, missing } from './ha/cluster.mjs'

const usage = (problem) => {
  console.error(`${problem}\nusage: npm run simulate-faults -- [--seed N] [--minutes M] [--failover] [--log FILE]`)
  process.exit(2)
}

const readOptions = ([...args]) => {
  const options = { seed: Date.now() % 1_000_000, minutes: 1, log: null, failover: args.includes('--failover') }
  if (options.failover) args.splice(args.indexOf('--failover'), 1)
  for (let i = 0; i < args.length; i += 2) {
    if (args[i] === '--log' && args[i + 1]) {
      options.log = args[i + 1]
      continue
    }
    if (!['--seed', '--minutes'].includes(args[i]) || !(Number(args[i + 1]) > 0))
      usage(`${args.slice(i, i + 2).join(' ')} is not understood`)
    options[args[i].slice(2)] = Number(args[i + 1])
  }
  return options
}

const began_ms = performance.now()
const say = (text) => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  console.log(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}`)
}

const options = readOptions(process.argv.slice(2))
const absent = options.failover ? missing() : null
if (absent) {
  console.log(`skipped: simulating fail-overs: there is no ${absent} on this machine`)
  process.exit(0)
}
say(`simulating faults for ${options.minutes} min with seed ${options.seed}`)
const log = new Log()
const receivers = new Receivers(log)
await receivers.open()
const fleet = await (options.failover
  ? Fleet.open((dir, ports) =>
      Cluster.open(
        dir,
        ports.map((port) => `127.0.0.1:${port}`),
      ),
    )
  : Fleet.open())
// Nothing is left behind: neither processes nor the database.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => fleet.close().finally(() => process.exit(1)))
let violations = []
const aging = new Aging(fleet.database.urls[0], options.minutes * 60_000)
try {
  const disturb = () => new Calamities(fleet, log, say)
  const done = await simulate(planOf(options), { fleet, receivers, log, say, disturb })
  const archived = await aging.archived()
  violations = audit(log)
  console.log(`\n${tableOf(log, { ...done, archived }).join('\n')}\n`)
} finally {
  await aging.end()
  receivers.close()
  await fleet.close()
}
if (violations.length > 0) console.log(violationOf(log, violations).join('\n'))
say(`seed ${options.seed}: ${violations.length === 0 ? 'every promise was kept' : `${violations.length} violations`}`)
// After the verdict, which must not depend on it.
if (options.log) log.write(options.log)
process.exit(violations.length === 0 ? 0 : 1)
