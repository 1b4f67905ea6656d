// The installation that a run disturbs: two APIs, one of several processes and one of a single one, and two workers, all started as an operator
// starts them, over one PostgreSQL. Each can be killed, frozen, and given a wrong clock.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf, processTable } from '../process-table.mjs'
import { freePort, makeRunDirectory, removeRunDirectory, Served, told } from '../running.mjs'
import { PRELOAD } from './aging.mjs'
import { Database } from './database.mjs'

const RATE_LIMIT = ['--rate-limit', '1000000']

/** A service, and what is done to it. */
class Member {
  #served
  #clock

  constructor(dir, name, env, only) {
    this.name = name
    this.#clock = join(dir, `${name.replace(' ', '-')}.clock`)
    this.setClock(0)
    const options = `--import=${PRELOAD}`
    this.#served = new Served(name, { ...env, NODE_OPTIONS: options, BACKHAUL_FAULTS_CLOCK: this.#clock }, only)
  }

  start() {
    return this.#served.start()
  }

  /** Killed and started again. What it had started itself ends a moment later, while its successor starts. */
  async kill() {
    await this.#served.end('SIGKILL')
    await this.#served.restart()
  }

  /** One of the processes that it started itself, if there is one: it replaces it. @returns whether there was */
  killPart(which) {
    const parts = this.#family().slice(1)
    if (parts.length === 0) return false
    process.kill(parts[which % parts.length], 'SIGKILL')
    return true
  }

  /** Of all its processes. @returns those that were told */
  signal(name) {
    const pids = this.#family()
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended meanwhile.
      }
    }
    return pids
  }

  #family() {
    return this.#served.isRunning ? familyOf(processTable(), this.#served.pid).sort((a, b) => a - b) : []
  }

  /** How wrong its wall clock is from now on. */
  setClock(seconds) {
    writeFileSync(this.#clock, String(seconds))
  }

  end() {
    return this.#served.end('SIGTERM')
  }
}

/** The folder of older events. */
class Archive {
  name = 'the archive'

  constructor(path) {
    this.path = path
    mkdirSync(path)
  }

  /** It is not there, as a folder of another machine whose connection is lost. */
  async lose(lasts_ms) {
    renameSync(this.path, `${this.path}-lost`)
    await sleep(lasts_ms)
    renameSync(`${this.path}-lost`, this.path)
  }
}

export class Fleet {
  apis = []
  workers = []
  database
  archive
  #dir
  #env

  /** `openDatabase`: of the run's directory and the ports of the APIs; by default a PostgreSQL alone. */
  static async open(openDatabase = (dir) => Database.open(join(dir, 'database'))) {
    const fleet = new Fleet()
    try {
      await fleet.#open(openDatabase)
      return fleet
    } catch (error) {
      await fleet.close()
      throw error
    }
  }

  async #open(openDatabase) {
    this.#dir = makeRunDirectory('faults')
    const ports = [await freePort(), await freePort()]
    this.database = await openDatabase(this.#dir, ports)
    this.archive = new Archive(join(this.#dir, 'objects'))
    // The first API and the first worker reach it by the first, the others by the last.
    const [first, last] = this.database.urls
    this.#env = {
      ...process.env,
      DATABASE_URL: first,
      BACKHAUL_DATA_DIR: join(this.#dir, 'data'),
      BACKHAUL_OBJECTS: this.archive.path,
      BACKHAUL_ARCHIVE_EVENTS_DAYS: '150',
      BACKHAUL_ENV: 'sandbox',
      BACKHAUL_LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    for (const [i, processes] of ['2', '1'].entries()) {
      const env = { ...this.#env, DATABASE_URL: i === 0 ? first : last, PORT: String(ports[i]), BACKHAUL_PROCESSES: processes }
      const api = new Member(this.#dir, `API ${i + 1}`, env, 'api')
      api.port = ports[i]
      this.apis.push(api)
    }
    for (const [i, address] of ['127.0.0.11', '127.0.0.12'].entries()) {
      const env = { ...this.#env, DATABASE_URL: i === 0 ? first : last, BACKHAUL_FAULTS_ADDRESS: address }
      this.workers.push(new Member(this.#dir, `worker ${i + 1}`, env, 'worker'))
    }
    // One after another, as the first one makes the schema.
    for (const one of this.members) await one.start()
  }

  get members() {
    return [...this.apis, ...this.workers]
  }

  /** A partner with the keys of its shop and of those who handle its parcels. */
  async partner(name) {
    const made = await told(this.#env, 'partner', 'create', '--name', name, '--role', 'all', ...RATE_LIMIT)
    const handler = await told(this.#env, 'key', 'create', '--partner', made.partner_id, '--role', 'network', ...RATE_LIMIT)
    return { id: made.partner_id, partner: made, handler }
  }

  operator() {
    return told(this.#env, 'key', 'create', '--operator', ...RATE_LIMIT)
  }

  async close() {
    // What is frozen does not hear SIGTERM.
    for (const one of this.members) one.signal('SIGCONT')
    await Promise.all(this.members.map((one) => one.end()))
    await this.database?.close()
    removeRunDirectory(this.#dir, join(this.#dir, 'database'))
  }
}
