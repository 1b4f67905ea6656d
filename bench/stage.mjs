// What the measurements share: the service as its own process, a signing client, helper processes, the database.
import { fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { RequestSigner } from '../packages/client/dist/index.js'
import { openEmbedded } from '../packages/server/dist/database/embedded.js'
import { LAUNCHER, makeRunDirectory, removeRunDirectory, told } from '../scripts/running.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const WORKER = here('worker.mjs')
/** Of the floors and the service together. */
const MOST_CONNECTIONS = 400
const DRAIN_LIMIT_MS = 90_000
/** The service goes on using a key's settings, rate limit included, for so long after they were changed in the database. */
const KEY_CACHE_MS = 1200

/** Resolves with the first match of `pattern` in what the process prints. */
const printed = (child, pattern) =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const match = pattern.exec(text)
      if (match) resolve(match)
    })
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}: ${text}`)))
  })

const ended = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

const peakMemory_kB = ({ pid }) => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // Only Linux tells.
    return 0
  }
}

/** The processes of the service that it started itself; not its database. @returns {{ pid: number, name: string }[]} */
const startedBy = ({ pid }) => {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const commands = pids.map((one) => ({ pid: Number(one), command: readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0') }))
    const isOurs = ({ command }) => command.some((word) => word.endsWith('process.js'))
    return commands.filter(isOurs).map(({ pid, command }) => ({ pid, name: command.at(-2) ?? '' }))
  } catch {
    return []
  }
}

/** A helper process that answers one message for each that it is sent. */
export class Helper {
  constructor(script) {
    this.child = fork(here(script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('a bench process ended early'))
      this.child.once('exit', onExit)
      this.child.once('message', (answer) => {
        this.child.off('exit', onExit)
        resolve(answer)
      })
      this.child.send(message)
    })
  }

  stop() {
    this.child.kill()
  }
}

/** The service in a fresh data directory (and on a fresh database of DATABASE_URL's server when that is set). */
export class Stage {
  #peak_kB = 0
  /** Every process of the service that runs. */
  #children = new Set()

  /** @param {{ launcher?: string, env?: Record<string, string> }} [of] `launcher`: of another checkout, whose service it is then */
  static async open({ launcher = LAUNCHER, env = {} } = {}) {
    const stage = new Stage()
    stage.launcher = launcher
    stage.dataDir = makeRunDirectory('bench')
    stage.env = {
      ...process.env,
      BACKHAUL_DATA_DIR: stage.dataDir,
      PORT: '0',
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      ...env,
    }
    try {
      if (process.env.DATABASE_URL) await stage.#freshDatabase(process.env.DATABASE_URL)
      else {
        // Opened before the service and as a tool, so that it stays while the service is restarted, and has room for the floors.
        const settings = { max_connections: String(MOST_CONNECTIONS) }
        stage.embedded = await openEmbedded({ dataDir: stage.dataDir, role: 'tool', log: () => {}, settings })
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

  async #spawn(args, pattern) {
    const child = spawn(process.execPath, args, { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#children.add(child)
    await printed(child, pattern)
    return child
  }

  /** @param {'api'} [only] the whole service without it */
  async start(only) {
    this.service = await this.#spawn([this.launcher, 'serve', ...(only ? ['--only', only] : [])], /listening on (\S+)/)
    this.credentials = JSON.parse(readFileSync(join(this.dataDir, 'sandbox-credentials.json'), 'utf8'))
  }

  /** Ends the service and starts it anew, as a whole or without its worker. @param {'api'} [only] */
  async restart(only) {
    await this.end(this.service)
    await this.start(only)
  }

  /** A delivery worker in a process of its own; end it with `end`. */
  startWorker() {
    return this.#spawn([this.launcher, 'serve', '--only', 'worker'], /worker running/)
  }

  /** The same with the HTTP client that is named. @param {'own' | 'undici'} client */
  startWorkerWith(client) {
    return this.#spawn([WORKER, client], /worker running/)
  }

  async end(child) {
    this.#notePeak(child)
    child.removeAllListeners('exit')
    await ended(child)
    this.#children.delete(child)
  }

  #notePeak(child) {
    for (const process of [child, ...startedBy(child)]) this.#peak_kB = Math.max(this.#peak_kB, peakMemory_kB(process))
  }

  /** Most resident memory of any one process of the service so far in MB; null where the system does not tell. */
  peakMemory_mb() {
    for (const child of this.#children) this.#notePeak(child)
    return this.#peak_kB === 0 ? null : Math.round(this.#peak_kB / 1024)
  }

  /** Most resident memory of one process so far in MB; null where the system does not tell. */
  peakMemoryOf_mb(child) {
    return Math.round(peakMemory_kB(child) / 1024) || null
  }

  async liftRateLimits() {
    await this.client.query('update api_keys set rate_limit = 1000000')
    await sleep(KEY_CACHE_MS)
  }

  /** Credentials of so many new partners. */
  async partners(count) {
    const created = []
    for (let i = 0; i < count; i++) created.push(await told(this.env, 'partner', 'create', '--name', `Bench ${i}`))
    await this.liftRateLimits()
    return created
  }

  /** One signed request; throws unless the answer is 2xx. */
  async call(method, path, body, { credentials = this.credentials, idempotencyKey = randomUUID() } = {}) {
    const response = await this.fetch(method, path, body, { credentials, idempotencyKey })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  async fetch(method, path, body, { credentials = this.credentials, idempotencyKey = randomUUID() } = {}) {
    const bytes = body === undefined ? '' : JSON.stringify(body)
    const url = this.credentials.base_url + path
    const signature = await new RequestSigner(credentials.signing_secret).headersV2({ method, url, body: bytes })
    const headers = { 'X-Api-Key': credentials.api_key, ...signature, 'Idempotency-Key': idempotencyKey }
    if (bytes) headers['Content-Type'] = 'application/json'
    return fetch(url, { method, headers, ...(bytes && { body: bytes }) })
  }

  get port() {
    return Number(new URL(this.credentials.base_url).port)
  }

  /** What http-load.mjs needs to sign requests of this shape. */
  shape(method, path, body = '', { api_key, signing_secret } = this.credentials) {
    return { method, path, body: body && JSON.stringify(body), key: api_key, secret: signing_secret, idempotent: method === 'POST' }
  }

  async count(text, values = []) {
    return Number((await this.client.query(text, values)).rows[0].n)
  }

  /** Resolves when no delivery waits any more. */
  async drained(poll_ms = 100) {
    const until = performance.now() + DRAIN_LIMIT_MS
    while ((await this.count("select exists(select 1 from deliveries where status = 'pending')::int as n")) > 0) {
      if (performance.now() > until) throw new Error(`deliveries are still waiting after ${DRAIN_LIMIT_MS / 1000} s`)
      await sleep(poll_ms)
    }
  }

  /** Before a figure is taken: nothing left to deliver, and what was written so far is on the disk, so that no run pays for another. */
  async settle() {
    await this.drained()
    await this.checkpoint()
  }

  /** What was written so far is on the disk. */
  async checkpoint() {
    // Allowed to superusers and pg_checkpoint only.
    await this.client.query('checkpoint').catch(() => {})
  }

  /** Ends everything and removes what was made. */
  async close() {
    await this.client?.end()
    for (const child of [...this.#children]) await this.end(child)
    await this.embedded?.release()
    await this.dropDatabase?.()
    removeRunDirectory(this.dataDir, this.dataDir)
  }
}

/** As pgbench's environment and the driver's config both take it. */
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
