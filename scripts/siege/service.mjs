// The service under siege: its processes, what they hold, and its partners.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { familyOf, processTable, readText } from '../process-table.mjs'
import { LAUNCHER, makeRunDirectory, removeRunDirectory, told } from '../running.mjs'
import { Client } from './client.mjs'

const METRICS_TOKEN = 'siege'

const isNode = ({ command }) => /^(node|MainThread)/.test(command)

export class SiegedService {
  /** The highest that `sample` has seen, in bytes. */
  peak_bytes = 0
  /** What each of its processes held at that moment. */
  peak_parts = {}
  #child
  #dir
  #env
  #stderr = ''
  #provider
  /** Makes everybody else's keys. */
  #operator = null

  static async open() {
    const service = new SiegedService()
    await service.#open()
    return service
  }

  async #open() {
    this.#dir = makeRunDirectory('siege')
    this.#env = {
      ...process.env,
      DATABASE_URL: '',
      BACKHAUL_DATA_DIR: this.#dir,
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      BACKHAUL_METRICS_TOKEN: METRICS_TOKEN,
      BACKHAUL_OIDC_ISSUER: `http://localhost:${await this.#hangingProvider()}`,
      BACKHAUL_OIDC_CLIENT_ID: 'siege',
      BACKHAUL_OIDC_CLIENT_SECRET: 'siege',
      BACKHAUL_OIDC_ACCESS: 'groups: admins=operator',
      HOST: '127.0.0.1',
      PORT: '0',
    }
    const options = { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }
    this.#child = spawn(process.execPath, [LAUNCHER, 'serve'], options)
    // Signals of a terminal do not come to it.
    process.once('exit', () => this.#child.kill('SIGTERM'))
    this.#child.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-4000)
    })
    this.port = await new Promise((resolve, reject) => {
      let text = ''
      this.#child.stdout.on('data', (chunk) => {
        text = (text + chunk).slice(-4000)
        const match = /listening on http:\S+:(\d+)\n/.exec(text)
        if (match) resolve(Number(match[1]))
      })
      this.#child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${text}${this.#stderr}`)))
    })
  }

  /** A provider of sign-in that takes connections and says nothing. Returns its port. */
  async #hangingProvider() {
    this.#provider = createServer((socket) => socket.on('error', () => {}))
    this.#provider.listen(0, '127.0.0.1')
    await once(this.#provider, 'listening')
    this.#provider.unref()
    return this.#provider.address().port
  }

  get isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What it wrote to standard error. */
  get said() {
    return this.#stderr
  }

  /** Process ids of the service, to see which of them were replaced. Who makes the pages at its first start ends by itself. */
  get processes() {
    const table = processTable()
    const isOf = (pid) => isNode(table.get(pid)) && !readText(`/proc/${pid}/cmdline`).includes('pages.mjs')
    return familyOf(table, this.#child.pid).filter(isOf)
  }

  /** Proportional set size of all its `processes`, in bytes: the database's are not counted. */
  sample() {
    let bytes = 0
    const parts = {}
    for (const pid of this.processes) {
      const own = 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
      const name = this.#nameOf(pid)
      parts[name] = (parts[name] ?? 0) + own
      bytes += own
    }
    if (bytes > this.peak_bytes) Object.assign(this, { peak_bytes: bytes, peak_parts: parts })
    return bytes
  }

  /** Seconds of processor that its processes have used until now, by their names, those of its database as one. */
  get used_s() {
    const table = processTable()
    const used = {}
    const database = readText(join(this.#location, 'postgres', 'postmaster.pid')).split('\n')[0]
    const add = (name, pid) => {
      used[name] = (used[name] ?? 0) + table.get(pid).used_s
    }
    for (const pid of familyOf(table, this.#child.pid)) if (isNode(table.get(pid))) add(this.#nameOf(pid), pid)
    // Sessions of the database that end count no more.
    for (const pid of familyOf(table, Number(database))) add('database', pid)
    return used
  }

  /** `api 1`: what app/process.ts has as its last argument. */
  #nameOf(pid) {
    if (pid === this.#child.pid) return 'supervisor'
    return readText(`/proc/${pid}/cmdline`).split('\0').at(-2) || 'other'
  }

  /** Where the files of its database are. */
  get #location() {
    return readText(join(this.#dir, 'postgres.location')).trim() || this.#dir
  }

  /** The credentials of a new partner's key, and of `more` further keys of it. */
  async partner(name, { more = 0, rate_limit } = {}) {
    const first = await this.#asOperator('/v2/ops/partners', { name, role: 'all', ...(rate_limit && { rate_limit }) })
    const keys = [first]
    for (let i = 0; i < more; i++) {
      keys.push(await this.#asOperator('/v2/ops/keys', { kind: 'partner', partner_id: first.partner_id, role: 'all' }))
    }
    return keys
  }

  /** The credentials of a new operator's key. */
  operator(name) {
    return this.#asOperator('/v2/ops/keys', { kind: 'operator', name })
  }

  async #asOperator(path, body) {
    this.#operator ??= new Client(this.port, await told(this.#env, 'key', 'create', '--operator'), '127.0.0.1')
    return this.#operator.json('POST', path, body)
  }

  /** The samples of one metric, by their labels as text. */
  async metric(name) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    if (!answer.ok) return new Map()
    const samples = new Map()
    for (const line of (await answer.text()).split('\n')) {
      const match = /^(\w+)(\{.*\})? (\S+)$/.exec(line)
      if (match?.[1] === name) samples.set(match[2] ?? '', Number(match[3]))
    }
    return samples
  }

  async close() {
    this.#operator?.close()
    if (this.isAlive) {
      const gone = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await gone
    }
    removeRunDirectory(this.#dir, this.#dir)
  }
}
