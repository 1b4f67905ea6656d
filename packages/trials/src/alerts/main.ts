// A step of .ci/full. Checks that a Prometheus with the rules of deploy/prometheus notices within two minutes that the database is gone,
// even without load. An API and a worker run on a local PostgreSQL, which is then stopped. A local Prometheus scrapes them every 15 s.
// Prints the states of the alert with the seconds since the stop. Exit code 1: the alert did not fire in time, or did not end afterward.
import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { directoryFor, Postgres } from '../lib/postgres.ts'
import { findPostgres, freePort, type Json, makeRunDirectory, until } from '../lib/run.ts'
import { ROOT, Served, settings } from '../lib/service.ts'

const RULES = join(ROOT, 'deploy/prometheus/alerts.yml')
const FIRES_WITHIN_S = 120
const INTERVAL = '15s'
const startPrometheus = async (dir: string, targets: string[], port: number) => {
  const config = `global: { scrape_interval: ${INTERVAL}, evaluation_interval: ${INTERVAL} }
rule_files: [${JSON.stringify(RULES)}]
scrape_configs:
  - job_name: backhaul
    static_configs: [{ targets: ${JSON.stringify(targets)} }]
`
  writeFileSync(join(dir, 'prometheus.yml'), config)
  const args = [`--config.file=${join(dir, 'prometheus.yml')}`, `--storage.tsdb.path=${join(dir, 'tsdb')}`]
  const child = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  await until('Prometheus is ready', async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok, 60_000)
  return child
}

/** Pending and firing alerts, one per line. */
const alerts = async (port: number): Promise<string[]> => {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent('ALERTS{job="backhaul"} or ALERTS{alertname="BackhaulNotReady"}')}`,
  )
  const { data } = (await answer.json()) as Json
  return data.result
    .map(({ metric }: Json) => `${metric.alertstate} ${metric.alertname} ${metric.instance ?? ''} ${metric.process ?? ''}`.trim())
    .sort()
}

const bin = findPostgres(['initdb', 'postgres', 'psql'])
const absent = [spawnSync('prometheus', ['--version']).status === 0 ? [] : 'prometheus', bin ? [] : 'PostgreSQL'].flat()
if (!bin || absent.length > 0) {
  console.log(`skipped: no ${absent.join(' and no ')} on this machine`)
  process.exit(0)
}
const dir = makeRunDirectory('alerts')
const postgres = new Postgres(bin, join(directoryFor(dir, 'postgres'), 'cluster'), await freePort())
const served: Served[] = []
let prometheus: Awaited<ReturnType<typeof startPrometheus>> | null = null
let ok = true
try {
  postgres.init()
  await postgres.start()
  const targets: string[] = []
  for (const only of ['api', 'worker'] as const) {
    const metricsPort = await freePort()
    targets.push(`127.0.0.1:${metricsPort}`)
    const own = { DATABASE_URL: postgres.url(), BACKHAUL_LOG_LEVEL: 'silent', BACKHAUL_METRICS_PORT: String(metricsPort) }
    const { BACKHAUL_ENV: _, HOST: __, ...env } = settings(join(dir, 'data'), own)
    const one = new Served(only, env, only)
    served.push(one)
    await one.start()
  }
  const port = await freePort()
  prometheus = await startPrometheus(dir, targets, port)
  // By then, Prometheus has scraped every process as ready, and no alert is pending.
  await sleep(45_000)
  const before = (await alerts(port)).filter((line) => !line.includes('BackhaulNoBackup'))
  if (before.some((line) => line.startsWith('firing'))) throw new Error(`before the stop: ${before.join(', ')}`)
  await postgres.stop()
  const stopped_ms = performance.now()
  const since = () => `${String(Math.round((performance.now() - stopped_ms) / 1000)).padStart(4)} s`
  console.log(`   0 s  PostgreSQL (${bin}) stopped; API and worker without load`)
  const seen = new Set<string>()
  const look = async () => {
    const now = await alerts(port)
    for (const line of now) if (!seen.has(line) && seen.add(line)) console.log(`${since()}  ${line}`)
    return ['api', 'worker'].every((name) => now.some((line) => line.startsWith('firing BackhaulNotReady') && line.includes(name)))
  }
  await until('BackhaulNotReady fires for API and worker', look, FIRES_WITHIN_S * 1000, 250)
  await postgres.start()
  console.log(`${since()}  PostgreSQL started`)
  await until('the alert ends', async () => !(await alerts(port)).some((line) => line.includes('BackhaulNotReady')), 60_000, 250)
  console.log(`${since()}  the alert ended`)
} catch (error) {
  console.log((error as Error).message)
  ok = false
} finally {
  prometheus?.kill()
  await Promise.all(served.map((one) => one.end()))
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(ok ? 0 : 1)
