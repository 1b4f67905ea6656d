// `npm run bench`: measures the service on this machine. Each figure is printed next to its floor from the same run, because machines
// are shared and noisy.
// Usage: npm run bench -- [--seconds N] [--pairs N]
//          [--only single,creates,reads,batch,labels,latency,mixed,deliveries,fairness,memory,today,processor]
//        npm run bench -- --budget [--record]   see budget.mjs; exit code 1 also when a figure is beyond the budget
//        npm run bench -- --rest   see rest.mjs; exit code 1 also when a target is missed
//        npm run bench -- --against COMMIT [--pairs N] [--seconds N] [--only reads,creates-64,creates-1,…]   see compare.mjs
// `today` creates a million shipments, and `processor` measures processor time instead of rates. These two run only when they are named.
// The exit code is 1 when something broke. A missed target is printed and is not a failure.
import { cpus, totalmem } from 'node:os'
import { readOptions } from '../packages/trials/dist/lib/run.js'
import { BUDGET_PAIRS, BUDGET_SECONDS, checkBudget, measureBudget, recordBudget } from './budget.mjs'
import { compare } from './compare.mjs'
import { measureDeliveries, measureLatency, subscribe } from './deliveries.mjs'
import { measureFairness } from './fairness.mjs'
import { measureLabels } from './labels.mjs'
import { measureMemory } from './memory.mjs'
import { measureMixed } from './mixed.mjs'
import { measureProcessor } from './processor.mjs'
import { chosen, Report } from './report.mjs'
import { measureBatches, measureCreates, measureReads } from './requests.mjs'
import { measureRest } from './rest.mjs'
import { watchOthers } from './shares.mjs'
import { measureSingle } from './single.mjs'
import { Helper, Stage } from './stage.mjs'
import { measureToday } from './today.mjs'

const SECTIONS = {
  single: measureSingle,
  creates: measureCreates,
  reads: measureReads,
  batch: measureBatches,
  labels: measureLabels,
  latency: measureLatency,
  mixed: measureMixed,
  deliveries: measureDeliveries,
  fairness: measureFairness,
  memory: measureMemory,
  today: measureToday,
  processor: measureProcessor,
}
const BY_NAME_ONLY = ['today', 'processor']
const MAX_MEMORY_MB = 300

/** A run counts only if other programs use less than this share of the processors. */
const MAX_OTHERS = 0.1

const standard = Object.keys(SECTIONS).filter((name) => !BY_NAME_ONLY.includes(name))
/** `seconds` is the length of one round of one figure. `pairs` is the number of rounds of figures that are compared with others. */
const { against, processes, pairs, seconds, only, rest, budget, record } = readOptions('npm run bench', {
  seconds: 3,
  only: '',
  against: '',
  processes: 0,
  pairs: 9,
  rest: false,
  budget: false,
  record: false,
})
if (against) {
  const othersShare = watchOthers()
  await compare({ against, processes, pairs, seconds, only })
  const others = othersShare()
  console.log(`${others < MAX_OTHERS ? '' : 'void: '}other programs used ${Math.round(others * 100)} % of the processors`)
  process.exit()
}
if (rest) {
  const report = new Report()
  await measureRest(report)
  report.print('`npm run bench -- --rest`')
  process.exit(report.hasMissed ? 1 : 0)
}
const sections = chosen(only, Object.keys(SECTIONS), standard)
const report = new Report()
const othersShare = watchOthers()
const stage = await Stage.open()
const load = new Helper('http-load.mjs')
const receiver = new Helper('receiver.mjs')
let heading = ''
try {
  const receiverPort = await receiver.ask('listen')
  await subscribe(stage, `http://127.0.0.1:${receiverPort}/`)
  const { version } = (await stage.client.query("select current_setting('server_version') as version")).rows[0]
  const bench = { stage, load, receiver, receiverPort, report, seconds, pairs, createFloor_per_s: 0 }
  if (budget) await measureBudget({ ...bench, pairs: BUDGET_PAIRS, seconds: BUDGET_SECONDS })
  else {
    for (const name of sections) {
      report.progress(name)
      await SECTIONS[name](bench)
    }
  }
  report.add('peak memory of the service', {
    value: stage.peakMemory_mb(),
    unit: 'MB',
    target: ['<', MAX_MEMORY_MB],
    notes: 'of the process that uses the most',
  })
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const programs = `Node ${process.version}, PostgreSQL ${version}${stage.embedded ? ' (embedded)' : ''}`
  const others = othersShare()
  const noise = `${others < MAX_OTHERS ? '' : 'void: '}other programs used ${Math.round(others * 100)} % of the processors`
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')
  heading = `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}, ${programs}; ${noise}`
} catch (error) {
  process.exitCode = 1
  console.error(error)
} finally {
  load.stop()
  receiver.stop()
  await stage.close()
}
report.print(heading || 'incomplete: the bench failed')
if (budget && heading) {
  if (record) recordBudget(report)
  else if (!checkBudget(report)) process.exitCode = 1
}
