// `npm run try-restore`: what docs/operating/backup.md says of backups of a PostgreSQL server, carried out with the server's own tools while requests
// come in: a dump into a database of another name, and a base backup with its archived log as of a moment. What was answered before must be
// there as it was, in the feed too, of which a part is outside the database; what came after the moment must not, and nothing is sent to anybody
// until `backhaul restore --activate`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'
import { Aging, PRELOAD } from './faults/aging.mjs'
import { call, check, start, until } from './program.mjs'
import { findPostgres, freePort, makeRunDirectory, Served, told } from './running.mjs'

const OLDEST_MAJOR = 15
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'psql']
const SHIPMENT = { direction: 'return', fulfillment: 'print_label' }
/** A worker that holds nothing sends within a fraction of it. */
const LONG_ENOUGH_MS = 3000
const root = fileURLToPath(new URL('..', import.meta.url))
// PostgreSQL refuses root: there its commands run as nobody.
const NOBODY = 65_534
const asPostgres = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A cluster of its own, with the connections that it takes. */
class Cluster {
  constructor(bin, data, port) {
    Object.assign(this, { bin, data, port })
  }

  url(database, user = 'backhaul') {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
  }

  run(program, ...args) {
    return execFileSync(join(this.bin, program), args, { ...asPostgres, cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  }

  query(database, text) {
    return this.run('psql', '-X', '-A', '-t', '-d', this.url(database), '-c', text).trim()
  }

  async start(settings) {
    const options = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', port: this.port }
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.child = spawn(join(this.bin, 'postgres'), ['-D', this.data, ...args], {
      ...asPostgres,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.ended = once(this.child, 'exit')
    let said = ''
    this.child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
    })
    await until(`PostgreSQL runs on ${this.data} and takes writes`, () => {
      if (this.child.exitCode !== null) check(false, `PostgreSQL starts on ${this.data}: ${said}`)
      try {
        return execFileSync(join(this.bin, 'psql'), ['-X', '-A', '-t', '-d', this.url('postgres'), '-c', 'select pg_is_in_recovery()'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).startsWith('f')
      } catch {
        return false
      }
    })
  }

  async stop() {
    this.child?.kill('SIGINT')
    await this.ended
  }
}

const directoryFor = (work, name) => {
  const directory = join(work, name)
  mkdirSync(directory, { mode: 0o700 })
  if (asPostgres.uid) chownSync(directory, asPostgres.uid, asPostgres.gid)
  return directory
}

/** A shipment, but for the address of its page, in which the port of the service is. */
const textOf = ({ parcel_url, ...shipment }) => JSON.stringify(shipment)

/** All of a partner's events, each as its text, in their order. */
const feedOf = async (url, partner) => {
  const all = []
  for (let after = ''; ; ) {
    const { data } = await call(url, partner, 'GET', `/v2/events?limit=100${after}`)
    if (data.length === 0) return all
    all.push(...data.map((event) => JSON.stringify(event)))
    after = `&after=${data.at(-1).eventID}`
  }
}

/** A partner that creates until it is told to stop. */
class Load {
  /** When its creation was asked for and answered, in Unix milliseconds, and what it was answered with, by id. */
  created = new Map()
  #isDone = false

  constructor(url, partner) {
    this.working = Promise.all([1, 2].map(() => this.#work(url, partner)))
  }

  async #work(url, partner) {
    while (!this.#isDone) {
      const asked_ms = Date.now()
      const shipment = await call(url, partner, 'POST', '/v2/shipments', SHIPMENT)
      this.created.set(shipment.id, { asked_ms, answered_ms: Date.now(), text: textOf(shipment) })
    }
  }

  /** What was answered before this moment, by id. */
  before(at_ms) {
    return new Map([...this.created].filter(([, { answered_ms }]) => answered_ms < at_ms).map(([id, { text }]) => [id, text]))
  }

  async stop() {
    this.#isDone = true
    await this.working
  }
}

const isThere = (url, partner, id) =>
  call(url, partner, 'GET', `/v2/shipments/${id}`).then(
    () => true,
    () => false,
  )

/** Starts the service on a restored database: it has what it must, lacks what it must not, and sends once it may. */
const tryCopy = async (what, env, { partner, received, present, absent, feed }) => {
  received.length = 0
  const copy = await start(root, env)
  try {
    for (const [id, text] of present) {
      const found = textOf(await call(copy.url, partner, 'GET', `/v2/shipments/${id}`))
      if (found !== text) check(false, `${what} has ${id} as it was answered before: ${found}, not ${text}`)
    }
    check(present.size > 0, `${what} has all ${present.size} shipments as they were answered before`)
    const kept = await feedOf(copy.url, partner)
    const has = new Set(kept)
    check(
      kept.length >= present.size && feed.filter((event) => has.has(event)).join() === kept.join(),
      `${what} has ${kept.length} of ${feed.length} events, in the same order`,
    )
    if (absent.length > 0) check(true, `${what} is looked at for ${absent.length} shipments that were asked for later`)
    for (const id of absent) if (await isThere(copy.url, partner, id)) check(false, `${what} lacks ${id}, which was asked for later`)
    await sleep(LONG_ENOUGH_MS)
    check(received.length === 0, `${what} has sent nothing`)
    await told(env, 'restore', '--activate')
    await until(`${what} sends what waited, once it is activated`, () =>
      [...present.keys()].every((id) => received.some((body) => body.includes(id))),
    )
  } finally {
    await copy.stop()
  }
}

/** What there is becomes old, so that a worker takes it to where older events are. */
const archiveAll = async (env) => {
  const worker = new Served('the worker', { ...env, NODE_OPTIONS: `--import=${PRELOAD}` }, 'worker')
  const aging = new Aging(env.DATABASE_URL)
  try {
    await worker.start()
    await until('events are in the archive', async () => (await aging.archived()) > 0)
  } finally {
    await aging.end()
    await worker.end('SIGTERM')
  }
}

const run = async (bin, work) => {
  const received = []
  const receiver = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString())
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const archive = directoryFor(work, 'archive')
  const primary = new Cluster(bin, join(directoryFor(work, 'primary'), 'data'), await freePort())
  const restored = new Cluster(bin, join(directoryFor(work, 'restored'), 'data'), await freePort())
  const api_port = await freePort()
  const objects = join(work, 'objects')
  mkdirSync(objects)
  const envOf = (url) => ({
    ...process.env,
    DATABASE_URL: url,
    ...{ BACKHAUL_DATA_DIR: join(work, 'data'), BACKHAUL_ENV: 'sandbox', BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_PROCESSES: '1' },
    ...{ BACKHAUL_OBJECTS: objects, BACKHAUL_ARCHIVE_EVENTS_DAYS: '150' },
    ...{ BACKHAUL_DRAIN_SECONDS: '0', HOST: '127.0.0.1', PORT: '0' },
  })
  const env = envOf(primary.url('backhaul'))
  // Without a worker: what happens waits, so a copy that may send does so at once.
  const original = new Served('the original', { ...env, PORT: String(api_port) }, 'api')
  try {
    primary.run('initdb', '-D', primary.data, '-U', 'backhaul', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
    await primary.start({ archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` })
    primary.query('postgres', 'create database backhaul')
    await original.start()
    const url = `http://127.0.0.1:${api_port}`
    const partner = await told(env, 'partner', 'create', '--name', 'Kept', '--rate-limit', '1000000')
    for (let i = 0; i < 20; i++) await call(url, partner, 'POST', '/v2/shipments', SHIPMENT)
    await archiveAll(env)
    await call(url, partner, 'POST', '/v2/webhooks', {
      url: `http://127.0.0.1:${receiver.address().port}/`,
      enabled_events: ['shipment.created'],
    })
    const load = new Load(url, partner)
    await until('requests are answered', () => load.created.size > 20)

    const base = join(directoryFor(work, 'base'), 'data')
    primary.query('postgres', 'create role backup login replication')
    primary.run('pg_basebackup', '-d', primary.url('postgres', 'backup'), '-D', base, '-c', 'fast', '-X', 'none')
    await sleep(1000)
    const moment_ms = Date.now()
    const later = () => [...load.created.values()].filter(({ asked_ms }) => asked_ms > moment_ms)
    await until('parcels are asked for after the moment', () => later().length > 5)
    const dumped_ms = Date.now()
    const dump = join(directoryFor(work, 'dump'), 'backhaul.dump')
    primary.run('pg_dump', '-Fc', primary.url('backhaul'), '-f', dump)
    primary.query('postgres', 'create database elsewhere')
    primary.run('pg_restore', '--no-owner', '-d', primary.url('elsewhere'), dump)
    await load.stop()
    const feed = await feedOf(url, partner)
    await original.end('SIGTERM')
    const last = primary.query('postgres', 'select pg_walfile_name(pg_switch_wal())')
    await until('the log is archived', () => existsSync(join(archive, last)))

    const dumped = { partner, received, present: load.before(dumped_ms), absent: [], feed }
    await tryCopy('the dump, restored under another name', envOf(primary.url('elsewhere')), dumped)

    cpSync(base, restored.data, { recursive: true, preserveTimestamps: true })
    appendFileSync(
      join(restored.data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${new Date(moment_ms).toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
    )
    writeFileSync(join(restored.data, 'recovery.signal'), '')
    if (asPostgres.uid) execFileSync('chown', ['-R', `${asPostgres.uid}:${asPostgres.gid}`, restored.data])
    execFileSync('chmod', ['700', restored.data])
    await restored.start({})
    const momentEnv = envOf(restored.url('backhaul'))
    await told(momentEnv, 'restore', '--hold', '--reason', 'as of a moment')
    const absent = [...load.created].filter(([, { asked_ms }]) => asked_ms > moment_ms).map(([id]) => id)
    check(absent.length > 0, `${absent.length} shipments were asked for after the moment`)
    const asOf = { partner, received, present: load.before(moment_ms), absent: absent.slice(0, 50), feed }
    await tryCopy('the database as of the moment', momentEnv, asOf)
  } finally {
    await original.end('SIGKILL')
    await restored.stop()
    await primary.stop()
    receiver.close()
    receiver.closeAllConnections()
  }
}

const bin = findPostgres(PROGRAMS, OLDEST_MAJOR)
if (bin === null) console.log(`skipped: no PostgreSQL ${OLDEST_MAJOR} or newer with its programs on this machine`)
else {
  bootstrap()
  const work = makeRunDirectory('restore')
  try {
    await run(bin, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
