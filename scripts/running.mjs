// What the programs share that run the service from outside: a command of `backhaul`, a process of it that can be killed and started again,
// and the files that a run leaves behind.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const LAUNCHER = fileURLToPath(new URL('../packages/server/bin/backhaul.js', import.meta.url))
const RESTARTS = 60
const RESTART_PAUSE_MS = 500

const FIRST_PORT = 20_000
const PORTS = 12_000

/**
 * A port of 127.0.0.1 for something that is to listen later. Below those that Linux gives to whoever asks for any, so none of those who do
 * meanwhile gets it.
 */
export const freePort = async () => {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    const server = net.createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** The JSON that a command of `backhaul` prints. */
export const told = async (env, ...args) => {
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...args, '--json'], { env })
  return JSON.parse(stdout)
}

/** One `backhaul serve`. An API keeps its port over restarts. */
export class Served {
  #child = null
  #env
  #args
  #pattern

  /** @param {'api' | 'worker' | 'all'} only */
  constructor(name, env, only, more = []) {
    this.name = name
    this.#env = env
    this.#args = ['serve', ...(only === 'all' ? [] : ['--only', only]), ...more]
    this.#pattern = only === 'worker' ? /worker running/ : /listening on/
  }

  get pid() {
    return this.#child.pid
  }

  /** Resolves when it is ready. Errors: it ended before. */
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
        if (tries === RESTARTS) throw error
        await sleep(RESTART_PAUSE_MS)
      }
    }
  }

  get isRunning() {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async end(signal) {
    if (!this.isRunning) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    await gone
  }
}

/** The folder of the newest PostgreSQL of this machine's packages that has all these programs, not older than `oldest`; null: there is none. */
export const findPostgres = (programs, oldest = 0) => {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).filter((name) => Number(name) >= oldest) : []
  const folders = versions.sort((a, b) => b - a).map((name) => join(packaged, name, 'bin'))
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null
}

/** A directory of the run's own. As root the database runs under another account, which must be able to pass through. */
export const makeRunDirectory = (name) => {
  const dir = mkdtempSync(join(tmpdir(), `backhaul-${name}-`))
  chmodSync(dir, 0o711)
  return dir
}

/** @param {string} dir @param {string} dataDir where its database was opened */
export const removeRunDirectory = (dir, dataDir) => {
  // Where the database went if its account could not get into the directory.
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
}

/** What `DATABASE_URL` says of an embedded database. */
export const urlOf = ({ host, port, user, password, database }) =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
