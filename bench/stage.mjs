// Shared by the measurements: the service as its own process, a signing client, helper processes, and the database.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Client } from '../packages/trials/dist/lib/client.js'
import { LocalDatabase } from '../packages/trials/dist/lib/database.js'
import * as processes from '../packages/trials/dist/lib/processes.js'
import { makeRunDirectory, removeRunDirectory, until } from '../packages/trials/dist/lib/run.js'
import { LAUNCHER, Served, settings, toldBy } from '../packages/trials/dist/lib/service.js'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
/** Maximum number of database connections that the floors and the service open together. */
const MAX_CONNECTIONS = 400
const DRAIN_LIMIT_MS = 90_000
const BACKHAUL_METRICS_TOKEN = randomUUID()
/** Node adds the period of its timer to the delay of the event loop. */
const PERIOD_OF_DELAY_MS = 10
/** When the settings of a key, such as its rate limit, change in the database, the service still uses the cached settings for this long. */
export const KEY_CACHE_MS = 1200

/** Returns the peak resident memory of a process in kB. Returns 0 if the system does not report it; only Linux does. */
const peakMemory_kB = (pid) => Number(/VmHWM:\s+(\d+) kB/.exec(processes.readText(`/proc/${pid}/status`))?.[1] ?? 0)

/** Returns the processes that the service started itself, without its database. */
const startedBy = (served) => served.family.filter((pid) => processes.readText(`/proc/${pid}/cmdline`).includes('process.js\0'))

export class Helper extends processes.Helper {
  constructor(script) {
    super(here(script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }
}

/** The measured service. It has a new data directory. If DATABASE_URL is set, it also has a new database on that server. */
export class Stage {
  #peak_kB = 0
  #served = new Set()
  #clients = new Map()

  /**
   * @param {{ launcher?: string, env?: Record<string, string>, signature?: 'v1' | 'v2' }} [of] to run the service of another checkout, set
   * `launcher` to that checkout's launcher, and `signature` to the version that it knows
   */
  static async open({ launcher = LAUNCHER, env = {}, signature } = {}) {
    const stage = new Stage()
    stage.launcher = launcher
    stage.signature = signature
    stage.dataDir = makeRunDirectory('bench')
    stage.env = settings(stage.dataDir, { BACKHAUL_METRICS_TOKEN, ...env })
    try {
      if (process.env.DATABASE_URL) await stage.#freshDatabase(process.env.DATABASE_URL)
      else {
        // The bench opens the database before the service does. The database therefore keeps running when the service restarts, and allows
        // enough connections for the floors.
        stage.local = await LocalDatabase.open(stage.dataDir, { max_connections: String(MAX_CONNECTIONS) })
        stage.embedded = stage.local.embedded
      }
      await stage.start()
      stage.database = stage.embedded?.config ?? databaseOf(stage.env.DATABASE_URL)
      stage.client = new pg.Client(stage.database)
      await stage.client.connect()
      await stage.liftRateLimits()
      return stage
    } catch (error) {
      await stage.close()
      throw error
    }
  }

  async #freshDatabase(url) {
    const name = `backhaul_bench_${process.pid}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    this.dropDatabase = async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
    const target = new URL(url)
    target.pathname = `/${name}`
    this.env.DATABASE_URL = target.href
  }

  async #serve(only) {
    const served = new Served(only === 'worker' ? 'worker' : 'service', this.env, only, [], [this.launcher, 'serve'])
    this.#served.add(served)
    await served.start()
    return served
  }

  /** @param {'api'} [only] if absent, starts the whole service */
  async start(only) {
    this.service = await this.#serve(only ?? 'all')
    this.credentials = JSON.parse(readFileSync(join(this.dataDir, 'sandbox-credentials.json'), 'utf8'))
  }

  /** Stops the service and starts it again, as a whole or without its worker. @param {'api'} [only] */
  async restart(only) {
    await this.end(this.service)
    await this.start(only)
  }

  /** Starts a delivery worker in its own process. Stop it with `end`. */
  startWorker() {
    return this.#serve('worker')
  }

  async end(served) {
    this.#notePeak(served)
    await served.end()
    this.#served.delete(served)
  }

  #notePeak(served) {
    this.#peak_kB = Math.max(this.#peak_kB, peakMemory_kB(served.pid), ...startedBy(served).map(peakMemory_kB))
  }

  /** Returns the peak resident memory of any single process of the service in MB, or null if the system does not report it. */
  peakMemory_mb() {
    for (const served of this.#served) this.#notePeak(served)
    return this.#peak_kB === 0 ? null : Math.round(this.#peak_kB / 1024)
  }

  /** Returns the names and the ids of the service's processes, without its database. */
  get processes() {
    return [...this.#served].flatMap((served) => [
      [served.name, served.pid],
      ...startedBy(served).map((pid) => [processes.readText(`/proc/${pid}/cmdline`).split('\0').at(-2), pid]),
    ])
  }

  /** Returns the p99 of the event-loop delay since the previous call, in milliseconds, of the process where it is longest. */
  async eventLoopDelay_ms() {
    const response = await fetch(`http://127.0.0.1:${this.port}/metrics`, {
      headers: { authorization: `Bearer ${BACKHAUL_METRICS_TOKEN}` },
    })
    const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (.+)$/m.exec(await response.text())
    return Number(seconds) * 1000 - PERIOD_OF_DELAY_MS
  }

  /** Returns the peak resident memory of one process in MB, or null if the system does not report it. */
  peakMemoryOf_mb(served) {
    return Math.round(peakMemory_kB(served.pid) / 1024) || null
  }

  async liftRateLimits() {
    await this.client.query('update api_keys set rate_limit = 1000000')
    await sleep(KEY_CACHE_MS)
  }

  async partners(count) {
    const created = []
    for (let i = 0; i < count; i++) created.push(await toldBy(this.launcher, this.env, 'partner', 'create', '--name', `Bench ${i}`))
    await this.liftRateLimits()
    return created
  }

  /** Sends one signed request. Throws unless the answer is 2xx. */
  call(method, path, body, { credentials = this.credentials, key = randomUUID() } = {}) {
    const of = `${credentials.api_key} ${this.port}`
    const client = this.#clients.get(of) ?? new Client(this.port, { ...credentials, signature: this.signature })
    this.#clients.set(of, client)
    return client.json(method, path, body, { key })
  }

  get port() {
    return Number(new URL(this.credentials.base_url).port)
  }

  /** Returns the description of a request, with its key and secret, that http-load.mjs needs to send it. */
  shape(method, path, body = '', { api_key, signing_secret } = this.credentials) {
    const { signature } = this
    const idempotent = method === 'POST'
    return { method, path, body: body && JSON.stringify(body), key: api_key, secret: signing_secret, signature, idempotent }
  }

  async count(text, values = []) {
    return Number((await this.client.query(text, values)).rows[0].n)
  }

  /** Resolves when no delivery is pending. */
  async drained(poll_ms = 100) {
    const text = "select exists(select 1 from deliveries where status = 'pending')::int as n"
    await until('no delivery is pending', async () => (await this.count(text)) === 0, DRAIN_LIMIT_MS, poll_ms)
  }

  /**
   * Prepares for a measurement: waits until nothing is left to deliver and all writes are on the disk, so that earlier runs do not slow it
   * down.
   */
  async settle() {
    await this.drained()
    await this.checkpoint()
  }

  /** Flushes all writes to the disk. */
  async checkpoint() {
    // Only superusers and members of pg_checkpoint may do this.
    await this.client.query('checkpoint').catch(() => {})
  }

  /** Stops everything and removes what the stage created. */
  async close() {
    await this.client?.end()
    for (const client of this.#clients.values()) client.close()
    for (const served of [...this.#served]) await this.end(served)
    await this.local?.close()
    await this.dropDatabase?.()
    removeRunDirectory(this.dataDir, this.dataDir)
  }
}

/** Returns the settings in a form that both pgbench's environment and the driver's config accept. */
const databaseOf = (text) => {
  const url = new URL(text)
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}
