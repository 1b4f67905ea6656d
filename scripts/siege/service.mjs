// The service under siege: its processes, what they hold, and its partners.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/backhaul.js', import.meta.url))
const METRICS_TOKEN = 'siege'

const readText = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended meanwhile, or this is not Linux.
    return ''
  }
}

/** Node processes below this one and itself: the database's are not counted. */
const processesOf = (root) => {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readText(`/proc/${name}/stat`)
    // The command may have any characters in it, but for its closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    parents.set(Number(name), { parent: Number(fields[1]), isNode: /\((node|MainThread)/.test(stat) })
  }
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid).parent))
  return [...parents].filter(([pid, { isNode }]) => isNode && isBelow(pid)).map(([pid]) => pid)
}

export class SiegedService {
  /** The highest that `sample` has seen, in bytes. */
  peak_bytes = 0
  #child
  #dir
  #env
  #stderr = ''

  static async open() {
    const service = new SiegedService()
    await service.#open()
    return service
  }

  async #open() {
    this.#dir = mkdtempSync(join(tmpdir(), 'backhaul-siege-'))
    // As root the database runs under another account, which must be able to pass through.
    chmodSync(this.#dir, 0o711)
    this.#env = {
      ...process.env,
      DATABASE_URL: '',
      BACKHAUL_DATA_DIR: this.#dir,
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      BACKHAUL_METRICS_TOKEN: METRICS_TOKEN,
      HOST: '127.0.0.1',
      PORT: '0',
    }
    this.#child = spawn(process.execPath, [LAUNCHER, 'serve'], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
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

  get isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What it wrote to standard error. */
  get said() {
    return this.#stderr
  }

  /** Process ids of the service, to see which of them were replaced. */
  get processes() {
    return processesOf(this.#child.pid)
  }

  /** Proportional set size of all its Node processes, in bytes. */
  sample() {
    let bytes = 0
    for (const pid of this.processes) {
      bytes += 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
    }
    this.peak_bytes = Math.max(this.peak_bytes, bytes)
    return bytes
  }

  /** The credentials of new partner's key, and of `more` further keys of it, as the command line prints them. */
  async partner(name, { more = 0, rateLimit } = {}) {
    const limit = rateLimit === undefined ? [] : ['--rate-limit', String(rateLimit)]
    const first = await this.#command('partner', 'create', '--name', name, '--role', 'all', ...limit)
    const keys = [first]
    for (let i = 0; i < more; i++) keys.push(await this.#command('key', 'create', '--partner', first.partner_id, '--role', 'all'))
    return keys.map(({ api_key, signing_secret }) => ({ api_key, signing_secret }))
  }

  async #command(...args) {
    const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...args, '--json'], { env: this.#env })
    return JSON.parse(stdout)
  }

  /** The samples of one metric, by their labels as text. */
  async metric(name) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const samples = new Map()
    for (const line of (await answer.text()).split('\n')) {
      const match = /^(\w+)(\{.*\})? (\S+)$/.exec(line)
      if (match?.[1] === name) samples.set(match[2] ?? '', Number(match[3]))
    }
    return samples
  }

  async close() {
    if (this.isAlive) {
      const gone = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await gone
    }
    const pointer = join(this.#dir, 'postgres.location')
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
    rmSync(this.#dir, { recursive: true, force: true })
  }
}
