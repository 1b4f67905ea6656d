// The service as an operator starts it: processes of `backhaul serve` that can be killed, frozen and restarted. Also the command line.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LocalDatabase } from './database.ts'
import { familyOf, signal } from './processes.ts'
import { freePort, type Json, makeRunDirectory, removeRunDirectory } from './run.ts'

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
export const LAUNCHER = join(ROOT, 'packages/server/bin/backhaul.js')
const RESTARTS = 60
const RESTART_PAUSE_MS = 500
/** A rate limit for keys that no trial reaches. */
export const UNLIMITED = 1_000_000

export type Env = NodeJS.ProcessEnv
export type Only = 'api' | 'worker' | 'all'

/**
 * Returns the settings of a sandbox that keeps its files in `dataDir` and logs problems. Without a `DATABASE_URL` in `more`, the database
 * is in `dataDir` too.
 */
export const settings = (dataDir: string, more: Env = {}): Env => ({
  ...process.env,
  ...{ DATABASE_URL: '', BACKHAUL_DATA_DIR: dataDir, BACKHAUL_ENV: 'sandbox', BACKHAUL_LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0' },
  ...more,
})

/** Returns the JSON that a command of another checkout's `backhaul` prints. */
export const toldBy = async (launcher: string, env: Env, ...args: (string | number)[]): Promise<Json> => {
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, ...args.map(String), '--json'], { env })
  return JSON.parse(stdout)
}

/** Returns the JSON that a command of `backhaul` prints. */
export const told = (env: Env, ...args: (string | number)[]): Promise<Json> => toldBy(LAUNCHER, env, ...args)

/** One `backhaul serve` command. An API whose PORT is not 0 keeps its port over restarts. */
export class Served {
  readonly name: string
  readonly env: Env
  /** The port on which the last start listened. */
  port: number
  /** The latest output of the process. */
  said = ''
  readonly #args: string[]
  readonly #pattern: RegExp
  #child: ChildProcess | null = null

  /** `command` is run instead of `backhaul serve`. */
  constructor(name: string, env: Env, only: Only, more: readonly string[] = [], command = [LAUNCHER, 'serve']) {
    this.name = name
    this.env = env
    this.port = Number(env.PORT)
    this.#args = [...command, ...(only === 'all' ? [] : ['--only', only]), ...more]
    this.#pattern = only === 'worker' ? /worker running/ : /listening on http:\S+:(\d+)\n/
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Resolves when the process is ready. Rejects if it ends before that. */
  async start({ detached = false } = {}): Promise<void> {
    const child = spawn(process.execPath, this.#args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'], detached })
    this.#child = child
    this.said = ''
    // A detached process does not receive the terminal's signals.
    if (detached) process.once('exit', () => child.kill('SIGTERM'))
    await new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer) => {
        this.said = (this.said + chunk).slice(-4000)
        const match = this.#pattern.exec(this.said)
        if (match?.[1]) this.port = Number(match[1])
        if (match) resolve()
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', take)
      child.once('exit', (code) => reject(new Error(`${this.name} ended with ${code}: ${this.said}`)))
    })
  }

  /** Starts the process again. Repeats the attempt if it fails, because PostgreSQL may be down at the moment. */
  async restart(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.start()
      } catch (error) {
        if (tries === RESTARTS) throw error
        await sleep(RESTART_PAUSE_MS)
      }
    }
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async end(by: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.#child || !this.isRunning) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(by)
    await gone
  }

  /** Kills and restarts the process. The killed process's children end a moment later, while the new process starts. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
    await this.restart()
  }

  /** The ids of this command's processes, beginning with the process that was started. */
  get family(): number[] {
    return this.isRunning ? familyOf(this.pid) : []
  }

  /** Kills one of this command's child processes, which is then replaced. Returns whether there was one. */
  killPart(which: number): boolean {
    const parts = this.family.slice(1)
    signal('SIGKILL', ...parts.slice(which % Math.max(1, parts.length)).slice(0, 1))
    return parts.length > 0
  }

  /** Sends a signal to all processes of this command. */
  signal(name: NodeJS.Signals): void {
    signal(name, ...this.family)
  }
}

/**
 * The database of an installation. Processes of the installation whose names end in 2 use the second address of `urls`, and all others use
 * the first.
 */
export interface DatabaseOfRun {
  urls: readonly [string, string]
  close(): Promise<void>
}

export interface Plan<D> {
  /** Name of the run's directory. */
  name: string
  /** The members in the order in which they start, such as `API 1` and `worker 2`. */
  members?: readonly (readonly [string, Only])[]
  openDatabase: (dir: string, ports: number[]) => Promise<D>
  /** Settings of a member in addition to the usual ones. */
  envOf?: (name: string, dir: string, databaseUrl: string) => Env | Promise<Env>
}

const TWO_AND_TWO = [
  ['API 1', 'api'],
  ['API 2', 'api'],
  ['worker 1', 'worker'],
  ['worker 2', 'worker'],
] as const

export const alone = (dir: string): Promise<LocalDatabase> => LocalDatabase.open(join(dir, 'database'))

/** An installation: by default two APIs and two workers over one PostgreSQL. */
export class Fleet<D extends DatabaseOfRun> {
  readonly dir: string
  readonly members: Served[] = []
  readonly apis: Served[] = []
  readonly workers: Served[] = []
  readonly #plan: Plan<D>
  #database: D | undefined

  private constructor(plan: Plan<D>) {
    this.#plan = plan
    this.dir = makeRunDirectory(plan.name)
  }

  static async open<D extends DatabaseOfRun>(plan: Plan<D>): Promise<Fleet<D>> {
    const fleet = new Fleet(plan)
    try {
      await fleet.#open()
      return fleet
    } catch (error) {
      await fleet.close()
      throw error
    }
  }

  async #open(): Promise<void> {
    const { members = TWO_AND_TWO, openDatabase, envOf } = this.#plan
    const ports: number[] = []
    for (const _ of members) ports.push(await freePort())
    this.#database = await openDatabase(this.dir, ports)
    for (const [i, [name, only]] of members.entries()) {
      const url = this.database.urls[name.endsWith('2') ? 1 : 0]
      const own = { DATABASE_URL: url, PORT: only === 'worker' ? '0' : String(ports[i]), ...(await envOf?.(name, this.dir, url)) }
      const one = new Served(name, settings(join(this.dir, 'data'), own), only)
      this.members.push(one)
      ;(only === 'worker' ? this.workers : this.apis).push(one)
      // Members start one after another, because the first one creates the schema.
      await one.start()
    }
  }

  get database(): D {
    return this.#database as D
  }

  /** Runs a command of `backhaul` with the settings of the first process. Returns the JSON that it prints. */
  told(...args: (string | number)[]): Promise<Json> {
    return told(this.members[0]?.env ?? {}, ...args)
  }

  partner(name: string, ...more: string[]): Promise<Json> {
    return this.told('partner', 'create', '--name', name, '--rate-limit', UNLIMITED, ...more)
  }

  /** Stops all processes and the database when this process gets a termination signal. */
  closeOnSignals(): this {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => this.close().finally(() => process.exit(1)))
    return this
  }

  async close(): Promise<void> {
    // A frozen process does not receive SIGTERM.
    for (const one of this.members) one.signal('SIGCONT')
    await Promise.all(this.members.map((one) => one.end()))
    await this.#database?.close()
    removeRunDirectory(this.dir)
  }
}
