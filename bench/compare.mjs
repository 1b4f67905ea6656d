// `npm run bench -- --against COMMIT`: compares this checkout with another commit, or with a folder that contains another checkout. Both
// services run at the same time, and the load alternates between them, so that both have the same conditions. For each figure, prints the
// median of the ratios of all pairs and its 95 % confidence interval.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drain, makeBatches, makePartnersBatches, subscribe, subscribePartners } from './deliveries.mjs'
import { chosen, medianWithInterval, number } from './report.mjs'
import { BATCH, CREATE, fire, WARM_UP_CREATES, warmUp } from './requests.mjs'
import { processorTimes } from './shares.mjs'
import { Helper, Stage } from './stage.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const CONNECTIONS = [64, 16, 1]
const US_PER_S = 1_000_000
/**
 * Both loads create 30,000 deliveries: 15 batches for a single webhook, or one batch of 150 shipments for each of ten partners with ten
 * webhooks.
 */
const BATCHES_OF_ONE = 15
const SHIPMENTS_PER_PARTNER = 150
const WARM_UP_BATCHES = 20
const WARM_UP_SLICES = 10
/** Length of the load before each measured load, in seconds. */
const LEAD_IN_S = 1

/** Returns the folder of a checkout. A commit is checked out below .cache. The first start of the service there installs and builds it. */
const checkoutOf = (against) => {
  if (existsSync(join(against, 'packages/server'))) return resolve(against)
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--verify', `${against}^{commit}`)
  const folder = join(root, '.cache', 'bench', commit)
  if (!existsSync(folder)) git('worktree', 'add', '--detach', '--force', folder, commit)
  return folder
}

/** A service with its load generator and its receiver. API and worker are separate processes. */
const openBuild = async (name, launcher, env) => {
  // Old builds know only this version of the signature.
  const stage = await Stage.open({ launcher, env, signature: 'v1' })
  const [load, receiver] = [new Helper('http-load.mjs'), new Helper('receiver.mjs')]
  const receiverPort = await receiver.ask('listen')
  await subscribe(stage, `http://127.0.0.1:${receiverPort}/`)
  await stage.restart('api')
  const worker = await stage.startWorker()
  const close = async () => {
    load.stop()
    receiver.stop()
    await stage.close()
  }
  return { name, stage, load, receiver, receiverPort, worker, close }
}

/** Returns the processor seconds that the API, the worker and PostgreSQL have used so far. */
const processorOf = ({ stage, load, receiver, worker }) => {
  const of = (servicePid) =>
    processorTimes({ servicePid, loadPid: load.child.pid, receiverPid: receiver.child.pid, home: stage.embedded?.home })
  const [api, other] = [of(stage.service.pid).found, of(worker.pid).found]
  const sum = (found, skip) => [...found].reduce((total, [role, s]) => (skip.includes(role) ? total : total + s), 0)
  return sum(api, ['load generator', 'receiver']) + sum(other, ['load generator', 'receiver', 'PostgreSQL'])
}

const creates = (connections) => async (build, seconds) => {
  const before = processorOf(build)
  const { per_s, p50_ms, requests } = await fire(build, [build.stage.shape('POST', '/v2/shipments', CREATE)], connections, seconds, 201)
  await build.stage.drained()
  return {
    [`creates/s, ${connections} connections`]: per_s,
    [`p50 of a create in ms, ${connections} connections`]: p50_ms,
    [`processor per create in µs, ${connections} connections`]: ((processorOf(build) - before) * US_PER_S) / requests,
  }
}

const reads = async (build, seconds) => {
  const { per_s, p50_ms } = await fire(build, build.reads, 1, seconds, 200)
  return { 'reads/s, 1 connection': per_s, 'p50 of a read in ms, 1 connection': p50_ms }
}

const deliveries = (what, makeBacklog) => async (build) => {
  let before = 0
  const { per_s, deliveries: count } = await drain(build, build.worker, async () => {
    await makeBacklog(build)
    before = processorOf(build)
  })
  return {
    [`delivered and recorded/s, ${what}`]: per_s,
    [`processor per delivery in µs, ${what}`]: ((processorOf(build) - before) * US_PER_S) / count,
  }
}

const SECTIONS = {
  reads,
  ...Object.fromEntries(CONNECTIONS.map((count) => [`creates-${count}`, creates(count)])),
  'deliveries-1': deliveries('1 receiver', ({ stage }) => makeBatches(stage, BATCHES_OF_ONE)),
  'deliveries-100': deliveries('100 receivers', ({ stage, partners }) => makePartnersBatches(stage, partners, [SHIPMENTS_PER_PARTNER])),
}

/** Compares this checkout with `against`. Prints a line for each figure: both medians, and the ratio of this checkout to the other. */
export const compare = async ({ against, processes, pairs, seconds, only }) => {
  const sections = chosen(only, Object.keys(SECTIONS))
  const builds = []
  try {
    builds.push(await openBuild('now', undefined))
    builds.push(
      await openBuild(
        'then',
        join(checkoutOf(against), 'packages/server/bin/backhaul.js'),
        processes > 0 ? { BACKHAUL_PROCESSES: String(processes) } : {},
      ),
    )
    console.log('… warming up')
    // In turns, because a service that is idle for a minute while the other one warms up is slower afterward.
    for (let slice = 0; slice < WARM_UP_SLICES; slice++) {
      for (const build of builds) {
        await warmUp(build, WARM_UP_CREATES / WARM_UP_SLICES)
        await drain(build, build.worker, () => makeBatches(build.stage, WARM_UP_BATCHES / WARM_UP_SLICES))
      }
    }
    for (const build of builds) {
      const { data } = await build.stage.call('POST', '/v2/shipments/batch', BATCH)
      build.reads = data.map(({ id }) => build.stage.shape('GET', `/v2/shipments/${id}`))
      build.partners = await subscribePartners(build)
      await fire(build, build.reads, 1, 2, 200)
    }
    console.log(`\n| figure | now | ${against} | ratio | 95 % interval |\n|---|---|---|---|---|`)
    for (const measure of sections.map((name) => SECTIONS[name])) {
      const results = []
      for (let pair = 0; pair < pairs; pair++) {
        const found = {}
        // The order alternates, so that neither always runs first.
        for (const build of pair % 2 === 0 ? builds : builds.toReversed()) {
          // The other build has just run, so the caches of the processors are cold, and V8 has possibly discarded compiled code.
          await measure(build, LEAD_IN_S)
          await build.stage.settle()
          found[build.name] = await measure(build, seconds)
        }
        results.push(found)
      }
      for (const figure of Object.keys(results[0].now)) {
        const of = (build) => medianWithInterval(results.map((found) => found[build][figure])).median
        const ratio = medianWithInterval(results.map(({ now, then }) => now[figure] / then[figure]))
        const interval = `${ratio.from.toFixed(2)} to ${ratio.to.toFixed(2)}`
        console.log(`| ${figure} | ${number(of('now'))} | ${number(of('then'))} | ${ratio.median.toFixed(2)} | ${interval} |`)
      }
    }
  } finally {
    for (const { close } of builds) await close()
  }
}
