// What the measurements share: the service as its own process, a signing client, the load generator, a receiver, the database.
import { fork, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openEmbedded } from '../packages/server/dist/platform/embedded-postgres.js'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const LAUNCHER = here('../packages/server/bin/backhaul.js')

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

/** A helper process that answers one message for each that it is sent. */
export class Helper {
  constructor(script) {
    this.child = fork(here(script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      this.child.once('message', resolve)
      this.child.once('exit', () => reject(new Error('a bench process ended early')))
      this.child.send(message)
    })
  }

  stop() {
    this.child.removeAllListeners('exit')
    this.child.kill()
  }
}

/** The service in a fresh data directory (and on a fresh database of DATABASE_URL's server when that is set). */
export class Stage {
  static async open() {
    const stage = new Stage()
    stage.dataDir = mkdtempSync(join(tmpdir(), 'backhaul-bench-'))
    // As root the database runs under another account, which must be able to pass through.
    chmodSync(stage.dataDir, 0o711)
    stage.env = {
      ...process.env,
      BACKHAUL_DATA_DIR: stage.dataDir,
      PORT: '0',
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    if (process.env.DATABASE_URL) await stage.#freshDatabase(process.env.DATABASE_URL)
    await stage.start()
    stage.embedded = stage.env.DATABASE_URL ? null : await openEmbedded({ dataDir: stage.dataDir, role: 'tool', log: () => {} })
    stage.database = stage.embedded?.config ?? databaseOf(stage.env.DATABASE_URL)
    stage.client = new pg.Client(stage.database)
    await stage.client.connect()
    await stage.client.query('update api_keys set rate_limit = 1000000')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    return stage
  }

  async #freshDatabase(url) {
    this.name = `backhaul_bench_${process.pid}`
    this.admin = new pg.Client({ connectionString: url })
    await this.admin.connect()
    await this.admin.query(`create database ${this.name}`)
    const target = new URL(url)
    target.pathname = `/${this.name}`
    this.env.DATABASE_URL = target.href
  }

  async start(role = []) {
    this.child = spawn(process.execPath, [LAUNCHER, 'serve', ...role], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] })
    await printed(this.child, /listening on (\S+)/)
    this.credentials = JSON.parse(readFileSync(join(this.dataDir, 'sandbox-credentials.json'), 'utf8'))
    this.port = Number(new URL(this.credentials.base_url).port)
  }

  /** Peak resident memory of the service in MB so far; null where the system does not tell. */
  peakMemory_mb() {
    try {
      return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1]) / 1024)
    } catch {
      return null
    }
  }

  async call(method, path, body, idempotencyKey = randomUUID()) {
    const { base_url, api_key, signing_secret } = this.credentials
    const bytes = body === undefined ? '' : JSON.stringify(body)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', signing_secret).update(`${timestamp}.${bytes}`).digest('hex')
    const headers = {
      'X-Api-Key': api_key,
      'X-Service-Timestamp': timestamp,
      'X-Service-Signature': signature,
      'Idempotency-Key': idempotencyKey,
    }
    if (bytes) headers['Content-Type'] = 'application/json'
    const response = await fetch(base_url + path, { method, headers, ...(bytes && { body: bytes }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  /** What http-load.mjs needs to sign requests of this shape. */
  shape(method, path, body = '') {
    const { api_key, signing_secret } = this.credentials
    return { method, path, body: body && JSON.stringify(body), key: api_key, secret: signing_secret, idempotent: method === 'POST' }
  }

  async count(text) {
    return Number((await this.client.query(text)).rows[0].n)
  }

  async close() {
    const ended = new Promise((resolve) => this.child.on('exit', resolve))
    await this.client.end()
    this.child.removeAllListeners('exit')
    const gone = new Promise((resolve) => this.child.on('exit', resolve))
    this.child.kill('SIGTERM')
    await Promise.race([ended, gone])
    await this.embedded?.release()
    if (this.admin) {
      await this.admin.query(`drop database ${this.name} with (force)`)
      await this.admin.end()
    }
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

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
