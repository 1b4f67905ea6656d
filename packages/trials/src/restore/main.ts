// `npm run try-restore`: tests the backups of docs/operating/backup.md with PostgreSQL's own tools, while requests come in: a dump that is
// restored under another database name, and a base backup with archived WAL that is restored to a point in time. Everything that was
// answered before the backup must be there unchanged, including the part of the feed that is outside the database. Everything that was
// requested after the point in time must be missing. Nothing may be sent before `backhaul restore --activate`.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aging, PRELOAD } from '../faults/aging.ts'
import { Client, type Credentials, LABEL_RETURN } from '../lib/client.ts'
import { directoryFor, Postgres } from '../lib/postgres.ts'
import { openReceiver } from '../lib/receiver.ts'
import { check, findPostgres, freePort, type Json, makeRunDirectory, unprivileged, until } from '../lib/run.ts'
import { type Env, Served, settings, told, UNLIMITED } from '../lib/service.ts'

const OLDEST_MAJOR = 15
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'psql']
/** A worker that is not held back would send within a fraction of this time. */
const LONG_ENOUGH_MS = 3000

/** Waits for a condition, and prints it. */
const waitUntil = async (what: string, look: () => unknown): Promise<void> => check(Boolean(await until(what, look)), what)

/** Text of a shipment without the URL of its page, which contains the service's port. */
const textOf = ({ parcel_url, ...shipment }: Json): string => JSON.stringify(shipment)

const create = (client: Client) => client.json('POST', '/v2/shipments', LABEL_RETURN, { key: randomUUID() })
/** Returns the text of each event of a partner, in order. */
const feedOf = async (client: Client) => (await client.feed(undefined, 100)).map((event) => JSON.stringify(event))

/** A partner that creates shipments until it is stopped. */
class Load {
  /** The creates, by shipment id: the times of request and answer in Unix milliseconds, and the answer. */
  readonly created = new Map<string, { asked_ms: number; answered_ms: number; text: string }>()
  readonly #working: Promise<unknown>
  #isDone = false

  constructor(client: Client) {
    this.#working = Promise.all([1, 2].map(() => this.#work(client)))
  }

  async #work(client: Client): Promise<void> {
    while (!this.#isDone) {
      const asked_ms = Date.now()
      const shipment = await create(client)
      this.created.set(shipment.id, { asked_ms, answered_ms: Date.now(), text: textOf(shipment) })
    }
  }

  /** Returns the creates answered before this moment, by id. */
  before(at_ms: number): Map<string, string> {
    return new Map([...this.created].filter(([, { answered_ms }]) => answered_ms < at_ms).map(([id, { text }]) => [id, text]))
  }

  async stop(): Promise<void> {
    this.#isDone = true
    await this.#working
  }
}

interface Expected {
  partner: Credentials
  /** Bodies that the webhook received. */
  received: string[]
  /** Answers that must still be there unchanged, by shipment id. */
  present: Map<string, string>
  absent: string[]
  feed: string[]
}

/**
 * Starts the service on a restored database. Checks that it contains everything that it must, contains nothing that it must not, and sends
 * only after activation.
 */
const tryCopy = async (what: string, env: Env, { partner, received, present, absent, feed }: Expected): Promise<void> => {
  received.length = 0
  const copy = new Served(what, env, 'all')
  await copy.start()
  const client = new Client(copy.port, partner)
  const read = (id: string) => client.send('GET', `/v2/shipments/${id}`)
  try {
    for (const [id, text] of present) {
      const { body } = await read(id)
      const found = textOf(JSON.parse(body.toString()))
      if (found !== text) check(false, `${what} has ${id}, but as ${found} instead of ${text}`)
    }
    check(present.size > 0, `${what} has all ${present.size} shipments exactly as they were returned before`)
    const kept = await feedOf(client)
    const has = new Set(kept)
    check(
      kept.length >= present.size && feed.filter((event) => has.has(event)).join() === kept.join(),
      `${what} has ${kept.length} of ${feed.length} events, in the same order`,
    )
    if (absent.length > 0) check(true, `${what} is checked for ${absent.length} shipments that were requested later`)
    for (const id of absent) if ((await read(id)).status < 300) check(false, `${what} does not have ${id}, which was requested later`)
    await sleep(LONG_ENOUGH_MS)
    check(received.length === 0, `${what} has sent nothing`)
    await told(env, 'restore', '--activate')
    await waitUntil(`${what} sends the waiting deliveries once it is activated`, () =>
      [...present.keys()].every((id) => received.some((body) => body.includes(id))),
    )
  } finally {
    client.close()
    await copy.end()
  }
}

/** Dates the existing events back and runs a worker until it has archived them. */
const archiveAll = async (env: Env): Promise<void> => {
  const worker = new Served('the worker', { ...env, NODE_OPTIONS: `--import=${PRELOAD}` }, 'worker')
  const aging = new Aging(env.DATABASE_URL ?? '')
  try {
    await worker.start()
    await waitUntil('events are in the archive', async () => (await aging.archived()) > 0)
  } finally {
    await aging.end()
    await worker.end()
  }
}

const run = async (bin: string, work: string): Promise<void> => {
  const received: string[] = []
  const receiver = await openReceiver(({ body }) => void received.push(body.toString()))
  const archive = directoryFor(work, 'archive')
  const primary = new Postgres(bin, join(directoryFor(work, 'primary'), 'data'), await freePort())
  const restored = new Postgres(bin, join(directoryFor(work, 'restored'), 'data'), await freePort())
  const api_port = await freePort()
  const objects = join(work, 'objects')
  mkdirSync(objects)
  const envOf = (url: string) =>
    settings(join(work, 'data'), {
      ...{ DATABASE_URL: url, BACKHAUL_PROCESSES: '1', BACKHAUL_DRAIN_SECONDS: '0' },
      ...{ BACKHAUL_OBJECTS: objects, BACKHAUL_ARCHIVE_EVENTS_DAYS: '150' },
    })
  const env = envOf(primary.url('backhaul'))
  // No worker runs, so deliveries stay pending. A restored copy sends them as soon as it is activated.
  const original = new Served('the original', { ...env, PORT: String(api_port) }, 'api')
  try {
    primary.init()
    await primary.start({ archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` })
    primary.query('postgres', 'create database backhaul')
    await original.start()
    const partner = await told(env, 'partner', 'create', '--name', 'Kept', '--rate-limit', UNLIMITED)
    const client = new Client(api_port, partner)
    for (let i = 0; i < 20; i++) await create(client)
    await archiveAll(env)
    await client.json('POST', '/v2/webhooks', { url: `${receiver.url}/`, enabled_events: ['shipment.created'] })
    const load = new Load(client)
    await waitUntil('requests are answered', () => load.created.size > 20)

    const base = join(directoryFor(work, 'base'), 'data')
    primary.query('postgres', 'create role backup login replication')
    primary.run('pg_basebackup', '-d', primary.url('postgres', 'backup'), '-D', base, '-c', 'fast', '-X', 'none')
    await sleep(1000)
    const moment_ms = Date.now()
    const later = () => [...load.created.values()].filter(({ asked_ms }) => asked_ms > moment_ms)
    await waitUntil('parcels are requested after the recovery time', () => later().length > 5)
    const dumped_ms = Date.now()
    const dump = join(directoryFor(work, 'dump'), 'backhaul.dump')
    primary.run('pg_dump', '-Fc', primary.url('backhaul'), '-f', dump)
    primary.query('postgres', 'create database elsewhere')
    primary.run('pg_restore', '--no-owner', '-d', primary.url('elsewhere'), dump)
    await load.stop()
    const feed = await feedOf(client)
    client.close()
    await original.end()
    const last = primary.query('postgres', 'select pg_walfile_name(pg_switch_wal())')
    await waitUntil('the write-ahead log is archived', () => existsSync(join(archive, last)))

    const dumped = { partner, received, present: load.before(dumped_ms), absent: [], feed }
    await tryCopy('the dump restored under another name', envOf(primary.url('elsewhere')), dumped)

    cpSync(base, restored.data, { recursive: true, preserveTimestamps: true })
    appendFileSync(
      join(restored.data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${new Date(moment_ms).toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
    )
    writeFileSync(join(restored.data, 'recovery.signal'), '')
    if (unprivileged.uid) execFileSync('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, restored.data])
    execFileSync('chmod', ['700', restored.data])
    await restored.start()
    const momentEnv = envOf(restored.url('backhaul'))
    await told(momentEnv, 'restore', '--hold', '--reason', 'point-in-time recovery')
    const absent = [...load.created].filter(([, { asked_ms }]) => asked_ms > moment_ms).map(([id]) => id)
    check(absent.length > 0, `${absent.length} shipments were requested after the recovery time`)
    const asOf = { partner, received, present: load.before(moment_ms), absent: absent.slice(0, 50), feed }
    await tryCopy('the point-in-time recovery', momentEnv, asOf)
  } finally {
    await original.end('SIGKILL')
    await restored.stop()
    await primary.stop()
    receiver.close()
  }
}

const bin = findPostgres(PROGRAMS, OLDEST_MAJOR)
if (bin === null) console.log(`skipped: no PostgreSQL ${OLDEST_MAJOR} or newer with its programs on this machine`)
else {
  const work = makeRunDirectory('restore')
  try {
    await run(bin, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
