// A PostgreSQL of our own, and the processes of the service over it, all of which can be killed and started again.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readPostmaster } from '../../packages/embedded-postgres/dist/postmaster.js'
import { openEmbedded } from '../../packages/server/dist/database/embedded.js'
import { freePort, makeRunDirectory, removeRunDirectory, Served, told, urlOf } from '../running.mjs'

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
    this.#dir = makeRunDirectory('order')
    // The processes are given its address: each would otherwise want the database of a data directory for itself.
    const settings = { max_connections: '200' }
    this.#embedded = await openEmbedded({ dataDir: join(this.#dir, 'database'), role: 'tool', log, settings })
    const env = {
      ...process.env,
      DATABASE_URL: urlOf(this.#embedded.config),
      BACKHAUL_DATA_DIR: join(this.#dir, 'data'),
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    for (const name of ['API 1', 'API 2']) {
      const port = await freePort()
      const api = new Served(name, { ...env, PORT: String(port) }, 'api')
      api.port = port
      this.apis.push(api)
    }
    for (const name of ['worker 1', 'worker 2']) this.workers.push(new Served(name, env, 'worker'))
    // One after another, as the first one makes the schema.
    for (const one of [...this.apis, ...this.workers]) await one.start()
    this.credentials = await told(env, 'partner', 'create', '--name', 'Order', '--rate-limit', '1000000')
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
    removeRunDirectory(this.#dir, join(this.#dir, 'database'))
  }
}
