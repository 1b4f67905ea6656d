// `node scripts/try-alerts.mjs`, a step of .ci/full: a Prometheus with the rules of deploy/prometheus sees within two minutes, without any load,
// that the database is gone. An API and a worker run over a PostgreSQL of the machine, which is stopped; a Prometheus of the machine scrapes them
// every 15 s. Prints the states of the alert with the seconds since the stop. Exit code 1: it did not fire in time, or did not end afterward.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'
import { findPostgres, freePort, makeRunDirectory, Served } from './running.mjs'

const RULES = fileURLToPath(new URL('../deploy/prometheus/alerts.yml', import.meta.url))
const FIRES_WITHIN_S = 120
const INTERVAL = '15s'
// PostgreSQL refuses root.
const NOBODY = 65_534
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const until = async (what, limit_s, look) => {
  for (const end_ms = performance.now() + limit_s * 1000; performance.now() < end_ms; await sleep(250)) {
    const found = await Promise.resolve(look()).catch(() => null)
    if (found) return found
  }
  throw new Error(`${what}: not within ${limit_s} s`)
}

class Postgres {
  #child = null

  constructor(bin, dir, port) {
    Object.assign(this, { bin, dir, port, url: `postgres://backhaul@127.0.0.1:${port}/postgres` })
    mkdirSync(dir)
    if (asNobody.uid) chownSync(dir, NOBODY, NOBODY)
    const args = ['-D', join(dir, 'cluster'), '-U', 'backhaul', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    execFileSync(join(bin, 'initdb'), args, { ...asNobody, cwd: '/', stdio: 'ignore' })
  }

  async start() {
    const args = ['-D', join(this.dir, 'cluster'), '-p', String(this.port), '-k', this.dir, '-c', 'listen_addresses=127.0.0.1']
    this.#child = spawn(join(this.bin, 'postgres'), args, { ...asNobody, cwd: '/', stdio: 'ignore' })
    const isReady = () => spawnSync(join(this.bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(this.port)]).status === 0
    await until('PostgreSQL is ready', 60, isReady)
  }

  async stop() {
    if (!this.#child || this.#child.exitCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGINT')
    await gone
  }
}

const startPrometheus = async (dir, targets, port) => {
  const config = `global: { scrape_interval: ${INTERVAL}, evaluation_interval: ${INTERVAL} }
rule_files: [${JSON.stringify(RULES)}]
scrape_configs:
  - job_name: backhaul
    static_configs: [{ targets: ${JSON.stringify(targets)} }]
`
  writeFileSync(join(dir, 'prometheus.yml'), config)
  const args = [`--config.file=${join(dir, 'prometheus.yml')}`, `--storage.tsdb.path=${join(dir, 'tsdb')}`]
  const child = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  await until('Prometheus is ready', 60, async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok)
  return child
}

/** The alerts that are pending or firing now, a line each. */
const alerts = async (port) => {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent('ALERTS{job="backhaul"} or ALERTS{alertname="BackhaulNotReady"}')}`,
  )
  const { data } = await answer.json()
  return data.result
    .map(({ metric }) => `${metric.alertstate} ${metric.alertname} ${metric.instance ?? ''} ${metric.process ?? ''}`.trim())
    .sort()
}

const bin = findPostgres(['initdb', 'postgres', 'pg_isready'])
const absent = [spawnSync('prometheus', ['--version']).status === 0 ? [] : 'prometheus', bin ? [] : 'PostgreSQL'].flat()
if (absent.length > 0) {
  console.log(`skipped: no ${absent.join(' and no ')} on this machine`)
  process.exit(0)
}
bootstrap()

const dir = makeRunDirectory('alerts')
const postgres = new Postgres(bin, join(dir, 'postgres'), await freePort())
const served = []
let prometheus = null
let ok = true
try {
  await postgres.start()
  const targets = []
  for (const only of ['api', 'worker']) {
    const metricsPort = await freePort()
    targets.push(`127.0.0.1:${metricsPort}`)
    const env = {
      ...process.env,
      DATABASE_URL: postgres.url,
      BACKHAUL_DATA_DIR: join(dir, 'data'),
      BACKHAUL_LOG_LEVEL: 'silent',
      BACKHAUL_METRICS_PORT: String(metricsPort),
      PORT: '0',
    }
    const one = new Served(only, env, only)
    served.push(one)
    await one.start()
  }
  const port = await freePort()
  prometheus = await startPrometheus(dir, targets, port)
  // Every process has been scraped as ready, and nothing is wrong.
  await sleep(45_000)
  const before = (await alerts(port)).filter((line) => !line.includes('BackhaulNoBackup'))
  if (before.some((line) => line.startsWith('firing'))) throw new Error(`before the stop: ${before.join(', ')}`)
  await postgres.stop()
  const stopped_ms = performance.now()
  const since = () => `${String(Math.round((performance.now() - stopped_ms) / 1000)).padStart(4)} s`
  console.log(`   0 s  PostgreSQL (${bin}) is stopped; API and worker without load`)
  const seen = new Set()
  const look = async () => {
    const now = await alerts(port)
    for (const line of now) if (!seen.has(line) && seen.add(line)) console.log(`${since()}  ${line}`)
    return ['api', 'worker'].every((name) => now.some((line) => line.startsWith('firing BackhaulNotReady') && line.includes(name)))
  }
  await until('BackhaulNotReady fires for API and worker', FIRES_WITHIN_S, look)
  await postgres.start()
  console.log(`${since()}  PostgreSQL is started`)
  await until('it ends', 60, async () => !(await alerts(port)).some((line) => line.includes('BackhaulNotReady')))
  console.log(`${since()}  the alert has ended`)
} catch (error) {
  console.log(error.message)
  ok = false
} finally {
  prometheus?.kill()
  await Promise.all(served.map((one) => one.end('SIGTERM')))
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(ok ? 0 : 1)
