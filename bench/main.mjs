// `npm run bench`: measures the service on this machine. Each figure is printed next to its floor from the same run, because machines
// are shared and noisy.
// Usage: npm run bench -- [--seconds N] [--pairs N] [--only creates,reads,batch,labels,latency,deliveries,fairness,today,processor]
//        npm run bench -- --against COMMIT [--pairs N] [--seconds N] [--only reads,creates-64,creates-1,…]   see compare.mjs
// `today` creates a million shipments, and `processor` measures processor time instead of rates. These two run only when they are named.
// The exit code is 1 when something broke. A missed target is printed and is not a failure.
import { cpus, loadavg, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../packages/trials/dist/lib/run.js'
import { compare } from './compare.mjs'
import { measureDeliveries, measureLatency, subscribe } from './deliveries.mjs'
import { measureFairness } from './fairness.mjs'
import { measureLabels } from './labels.mjs'
import { measureProcessor } from './processor.mjs'
import { chosen, Report } from './report.mjs'
import { measureBatches, measureCreates, measureReads } from './requests.mjs'
import { Helper, Stage } from './stage.mjs'
import { measureToday } from './today.mjs'

const SECTIONS = {
  creates: measureCreates,
  reads: measureReads,
  batch: measureBatches,
  labels: measureLabels,
  latency: measureLatency,
  deliveries: measureDeliveries,
  fairness: measureFairness,
  today: measureToday,
  processor: measureProcessor,
}
const BY_NAME_ONLY = ['today', 'processor']
const MAX_MEMORY_MB = 300

/**
 * Returns the share of the processors' time that other programs use while the bench is idle. This share shows how far the figures can be
 * trusted.
 */
const othersShare = async () => {
  const sum = () =>
    cpus().reduce(
      ({ idle, all }, { times }) => {
        return { idle: idle + times.idle, all: all + Object.values(times).reduce((a, b) => a + b, 0) }
      },
      { idle: 0, all: 0 },
    )
  const before = sum()
  await sleep(2000)
  const after = sum()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

const standard = Object.keys(SECTIONS).filter((name) => !BY_NAME_ONLY.includes(name))
/** `seconds` is the length of one round of one figure. `pairs` is the number of rounds of figures that are compared with others. */
const { against, processes, pairs, seconds, only } = readOptions('npm run bench', {
  seconds: 3,
  only: '',
  against: '',
  processes: 0,
  pairs: 9,
})
if (against) {
  await compare({ against, processes, pairs, seconds, only })
  process.exit()
}
const sections = chosen(only, Object.keys(SECTIONS), standard)
const report = new Report()
const others = await othersShare()
report.progress(`before the start, other programs use ${Math.round(others * 100)} % of the processors, load ${loadavg()[0]?.toFixed(1)}`)
const stage = await Stage.open()
const load = new Helper('http-load.mjs')
const receiver = new Helper('receiver.mjs')
let heading = ''
try {
  const receiverPort = await receiver.ask('listen')
  await subscribe(stage, `http://127.0.0.1:${receiverPort}/`)
  const { version } = (await stage.client.query("select current_setting('server_version') as version")).rows[0]
  const bench = { stage, load, receiver, receiverPort, report, seconds, pairs, createFloor_per_s: 0 }
  for (const name of sections) {
    report.progress(name)
    await SECTIONS[name](bench)
  }
  report.add('peak memory of the service', {
    value: stage.peakMemory_mb(),
    unit: 'MB',
    target: ['<', MAX_MEMORY_MB],
    notes: 'of the process that uses the most',
  })
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const programs = `Node ${process.version}, PostgreSQL ${version}${stage.embedded ? ' (embedded)' : ''}`
  const noise = `other programs used ${Math.round(others * 100)} % of the processors before the start`
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
