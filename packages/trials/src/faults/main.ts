// `npm run simulate-faults -- [--seed N] [--minutes M] [--failover] [--log FILE]`: tests whether the service keeps its promises while
// everything around it fails. Two APIs and two workers over their own PostgreSQL serve partners whose parcels live random lives. Requests
// are sent twice, late, and by clients that hang up. Receivers are slow, fail, reset connections and hang. Events are archived when they
// are minutes old. Processes are killed and frozen, the database is restarted and frozen, clocks are stepped.
// With `--failover` the database is the cluster of deploy/ha, and fails over. Afterward an auditor judges the run by its own log. The same
// seed plans the same run. Exit code 1: an invariant was violated. The first violation is printed with its history. docs/reliability.md
// lists the checks.
import { Cluster, missing } from '../ha/cluster.ts'
import type { LocalDatabase } from '../lib/database.ts'
import { anySeed, readOptions, say } from '../lib/run.ts'
import { alone } from '../lib/service.ts'
import { Aging } from './aging.ts'
import { audit } from './auditor.ts'
import { Calamities } from './calamities.ts'
import { openFleet } from './fleet.ts'
import { Log } from './log.ts'
import { planOf } from './plan.ts'
import { Receivers } from './receivers.ts'
import { tableOf, violationOf } from './report.ts'
import { simulate } from './simulation.ts'

const options = readOptions('npm run simulate-faults', { seed: anySeed(), minutes: 1, failover: false, log: null as string | null })
const absent = options.failover ? missing() : null
if (absent) {
  console.log(`skipped: simulation of fail-overs: no ${absent} on this machine`)
  process.exit(0)
}
say(`simulating faults for ${options.minutes} min with seed ${options.seed}`)
const log = new Log()
const receivers = await Receivers.open(log)
const fleet = (await openFleet<LocalDatabase | Cluster>(options.failover ? Cluster.open : alone)).closeOnSignals()
let violations: ReturnType<typeof audit> = []
const aging = new Aging(fleet.database.urls[0], options.minutes * 60_000)
try {
  const done = await simulate(planOf(options), { fleet, receivers, log, disturb: () => new Calamities(fleet, log) })
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
// The log is written after the verdict, so that a failed write cannot change the verdict.
if (options.log) log.write(options.log)
process.exit(violations.length === 0 ? 0 : 1)
