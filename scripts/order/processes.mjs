// A PostgreSQL of our own, and the processes of the service over it, all of which can be killed and started again.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { readPostmaster } from '../../packages/embedded-postgres/dist/postmaster.js'
import { openEmbedded } from '../../packages/server/dist/platform/embedded.js'

const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/backhaul.js', import.meta.url))

const freePort = async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** One `backhaul serve`. An API keeps its port over restarts. */
class Process {
  #child = null
  #env
  #args
  #pattern

  constructor(name, env, only, pattern) {
    this.name = name
    this.#env = env
    this.#args = ['serve', '--only', only]
    this.#pattern = pattern
  }

  async start() {
    const child = spawn(process.execPath, [LAUNCHER, ...this.#args], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    let written = ''
    await new Promise((resolve, reject) => {
      const take = (chunk) => {
        written = (written + chunk).slice(-4000)
        if (this.#pattern.test(written)) resolve()
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      child.once('exit', (code) => reject(new Error(`${this.name} ended with ${code}: ${written}`)))
    })
  }

  /** Starts it until it stays: PostgreSQL may be away just then. */
  async restart() {
    for (let tries = 1; ; tries++) {
      try {
        await this.start()
        return
      } catch (error) {
        if (tries === 20) throw error
        await sleep(500)
      }
    }
  }

  async end(signal) {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
}

export class Installation {
  /** Two of each. */
  apis = []
  workers = []
  #dir
  #embedded

  static async open(log) {
    const installation = new Installation()
    try {
      await installation.#open(log)
      return installation
    } catch (error) {
      await installation.close()
      throw error
    }
  }

  async #open(log) {
    this.#dir = mkdtempSync(join(tmpdir(), 'backhaul-order-'))
    // As root the database runs under another account, which must be able to pass through.
    chmodSync(this.#dir, 0o711)
    // The processes are given its address: each would otherwise want the database of a data directory for itself.
    const settings = { max_connections: '200' }
    this.#embedded = await openEmbedded({ dataDir: join(this.#dir, 'database'), role: 'tool', log, settings })
    const { host, port, user, password, database } = this.#embedded.config
    const env = {
      ...process.env,
      DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      BACKHAUL_DATA_DIR: join(this.#dir, 'data'),
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    for (const name of ['API 1', 'API 2']) {
      const port = await freePort()
      const api = new Process(name, { ...env, PORT: String(port) }, 'api', /listening on/)
      api.port = port
      this.apis.push(api)
    }
    for (const name of ['worker 1', 'worker 2']) this.workers.push(new Process(name, env, 'worker', /worker running/))
    // One after another, as the first one makes the schema.
    for (const one of [...this.apis, ...this.workers]) await one.start()
    const args = ['partner', 'create', '--name', 'Order', '--rate-limit', '1000000', '--json']
    const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...args], { env })
    this.credentials = JSON.parse(stdout)
  }

  /** Ends PostgreSQL by a fast shutdown (SIGINT) or a crash (SIGKILL); resolves when it is back. */
  async restartDatabase(signal) {
    const cluster = join(this.#embedded.home, 'postgres')
    const { pid } = readPostmaster(cluster)
    process.kill(pid, signal)
    for (;;) {
      const running = readPostmaster(cluster)
      if (running?.ready && running.pid !== pid) return
      await sleep(50)
    }
  }

  /** Deliveries that wait for their first attempt. */
  async waiting() {
    const client = new pg.Client(this.#embedded.config)
    try {
      await client.connect()
      const { rows } = await client.query("select count(*)::int as n from deliveries where status = 'pending' and attempts = 0")
      return rows[0].n
    } finally {
      await client.end()
    }
  }

  async close() {
    await Promise.all([...this.apis, ...this.workers].map((one) => one.end('SIGTERM')))
    await this.#embedded?.release()
    // Where the database went if its account could not get into the directory.
    const pointer = join(this.#dir, 'database', 'postgres.location')
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
    rmSync(this.#dir, { recursive: true, force: true })
  }
}
