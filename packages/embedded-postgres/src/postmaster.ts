import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyTree } from './copy-tree.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { type Account, canEnter, type Place } from './place.ts'

/** The port is only a part of the socket's file name. Nothing listens on the network. */
export const POSTGRES_PORT = 5432
/** A socket address holds 104 bytes on macOS and 108 on Linux, including the terminator. */
const SOCKET_PATH_MAX_BYTES = 103
const FAST_STOP_LIMIT_MS = 30_000
const LOG_MAX_BYTES = 1_048_576
/**
 * Log messages after which a start may be repeated: the start lost a race against another one, or processes of the previous postmaster are
 * still ending.
 */
const PASSING_FAILURE =
  /lock file "[^"]*" already exists|pre-existing shared memory|could not bind Unix address|bogus data in lock file|lock file "[^"]*" is empty/

/** Settings for a small machine that runs everything (2 cores, 1-4 GB): durable writes, little memory, no effort to plan large queries. */
const SETTINGS = {
  listen_addresses: '',
  port: String(POSTGRES_PORT),
  unix_socket_permissions: '0700',
  max_connections: '120',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements are normal, and the program itself reports them. PostgreSQL's log is therefore limited to events of the database.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

export type Postmaster = { pid: number; socketDir: string; ready: boolean }

/** Reads the pid file of the running postmaster of `cluster`. Undefined: none runs, or the file is not complete yet. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmasterOf(cluster, pid)) return undefined
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Whether the files of the cluster are in place. */
export function hasCluster({ cluster }: Pick<Place, 'cluster'>): boolean {
  try {
    return fs.statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
  } catch {
    // If the files cannot be checked, they count as present.
    return true
  }
}

/** Kills a postmaster that has lost its files, without saving anything. */
export function killPostmaster({ cluster }: Pick<Place, 'cluster'>, pid: number): void {
  if (isPostmasterOf(cluster, pid)) process.kill(pid, 'SIGQUIT')
}

/**
 * Process ids are reused, so the id alone is not enough. The command line must also be the one with which `startPostmaster` starts the
 * postmaster of this cluster.
 */
function isPostmasterOf(cluster: string, pid: number): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(`/bin/postgres -D ${cluster} `)
  } catch {
    return false
  }
}

export function readPassword(place: Place): string {
  try {
    return fs.readFileSync(join(place.cluster, passwordFileOf(place)), 'utf8')
  } catch (error) {
    throw new EmbeddedPostgresError(`cannot read the password of the database in ${place.cluster}: ${reasonOf(error)}`)
  }
}

/**
 * Creates the cluster if it does not exist, and returns whether it did not exist. The cluster is built in a draft directory, which is then
 * renamed. The cluster is therefore never incomplete, and if several processes create one, the first one wins.
 */
export function ensureCluster(place: Place): boolean {
  const isNew = !fs.existsSync(place.cluster)
  if (isNew) createCluster(place)
  const version = readIfThere(join(place.cluster, 'PG_VERSION')).trim()
  if (version === '') throw new EmbeddedPostgresError(`${place.cluster} is not a PostgreSQL data directory (no readable PG_VERSION)`)
  if (version !== place.major) {
    throw new EmbeddedPostgresError(
      `${place.cluster} was written by PostgreSQL ${version}, but this program includes PostgreSQL ${place.major}: move the data with pg_dump`,
    )
  }
  const { mode } = fs.statSync(place.cluster)
  // A copy of the cluster, or an earlier version of this program under Node 22, may have given access to other accounts. PostgreSQL then
  // refuses to start.
  if ((mode & 0o027) !== 0) fs.chmodSync(place.cluster, mode & 0o750)
  // A cluster restored by root belongs to root, and PostgreSQL refuses such a cluster.
  if (place.account && fs.statSync(place.cluster).uid === 0) giveTo(place.account, place.cluster)
  return isNew
}

/** initdb, unlike PostgreSQL itself, needs a name for the account that it runs as. */
function refuseNamelessUser(place: Place): void {
  if (place.maker) return
  try {
    userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `cannot create a database in ${place.cluster}: user id ${process.getuid?.()} has no name, which initdb needs: add a line for it to /etc/passwd, start as another user, or ${place.otherwise}`,
    )
  }
}

function createCluster(place: Place): void {
  refuseNamelessUser(place)
  let draft: string | undefined
  try {
    draft = fs.mkdtempSync(join(place.home, '.initdb-'))
    const passwordFile = join(draft, passwordFileOf(place))
    fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (place.maker) giveTo(place.maker, draft)
    const made = join(draft, 'made')
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const auth = [`--username=${place.name}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    runInitdb(place, ['-D', made, ...locale, ...auth, '--no-sync', '--no-instructions'])
    fs.renameSync(passwordFile, join(made, passwordFileOf(place)))
    const data = place.account ? handOver(place.account, made, join(draft, 'data')) : made
    runInitdb(place, ['-D', data, '--sync-only'], place.account)
    fs.renameSync(data, place.cluster)
  } catch (error) {
    if (fs.existsSync(place.cluster)) return
    throw error instanceof EmbeddedPostgresError
      ? error
      : new EmbeddedPostgresError(`cannot create a database in ${place.cluster}: ${reasonOf(error)}`)
  } finally {
    if (draft) fs.rmSync(draft, { recursive: true, force: true })
  }
}

const DRAFT = '.restore-'

/** Creates the cluster from files that `fill` writes into a directory, completely or not at all. */
export async function layCluster(place: Place, fill: (data: string) => Promise<void>): Promise<void> {
  // Removes drafts of killed processes.
  for (const name of fs.readdirSync(place.home)) if (name.startsWith(DRAFT)) fs.rmSync(join(place.home, name), { recursive: true })
  const draft = fs.mkdtempSync(join(place.home, DRAFT))
  try {
    const data = join(draft, 'data')
    await fill(data)
    if (place.account) giveTo(place.account, data)
    fs.renameSync(data, place.cluster)
  } catch (error) {
    throw error instanceof EmbeddedPostgresError
      ? error
      : new EmbeddedPostgresError(`cannot restore a database into ${place.cluster}: ${reasonOf(error)}`)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Makes a copy for `account` and returns its path. The account that created the original may still have its files open, which gives no
 * access to the copy.
 */
function handOver(account: NonNullable<Account>, made: string, data: string): string {
  copyTree(made, data)
  giveTo(account, dirname(data))
  return data
}

function runInitdb(place: Place, args: string[], account = place.maker): void {
  const done = spawnSync(join(place.binaries, 'bin', 'initdb'), args, {
    ...asAccount(place, account),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (done.error) {
    const advice = 'code' in done.error && done.error.code === 'ENOENT' ? ` (they need glibc; elsewhere ${place.otherwise})` : ''
    throw new EmbeddedPostgresError(`cannot run the embedded PostgreSQL binaries in ${place.binaries}: ${reasonOf(done.error)}${advice}`)
  }
  if (done.status === 0) return
  const complaint = done.stderr.split('\n').find((line) => /error|fatal/i.test(line)) ?? done.stderr.split('\n')[0]
  throw new EmbeddedPostgresError(`cannot create a database in ${place.cluster}: initdb failed: ${complaint || done.signal || done.status}`)
}

export type StartedPostmaster = { process: ChildProcess; logOffset_bytes: number; error?: Error }

/**
 * Starts a postmaster in a session of its own. A Ctrl-C for this program therefore does not reach the postmaster first, and the postmaster
 * survives a kill -9 of this program. Losing a race against another start is harmless, because PostgreSQL allows only one postmaster.
 * `settings` override SETTINGS.
 */
export function startPostmaster(place: Place, socketDir: string, settings: Record<string, string>): StartedPostmaster {
  forgetForeignPid(place.cluster)
  const preload = fs.existsSync(join(place.binaries, 'lib', 'postgresql', 'pg_stat_statements.so'))
    ? { shared_preload_libraries: 'pg_stat_statements' }
    : {}
  const all = { ...SETTINGS, cluster_name: place.name, ...preload, unix_socket_directories: socketDir, ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logPath = logOf(place)
  if (readSize(logPath) > LOG_MAX_BYTES) fs.renameSync(logPath, `${logPath}.1`)
  const logOffset_bytes = readSize(logPath)
  const log = fs.openSync(logPath, 'a', 0o600)
  try {
    // Root may start the postmaster for the directory of an ordinary user. The account of PostgreSQL must still be able to write to the log
    // later.
    if (place.account) fs.fchownSync(log, place.account.uid, place.account.gid)
    const child = spawn(join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...options], {
      ...asAccount(place),
      detached: true,
      stdio: ['ignore', log, log],
    })
    const started: StartedPostmaster = { process: child, logOffset_bytes }
    child.on('error', (error) => {
      started.error = error
    })
    child.unref()
    return started
  } finally {
    fs.closeSync(log)
  }
}

/**
 * Returns the reason why a retry is useless after a postmaster ended before it was ready. Undefined: the postmaster still runs, or it may
 * have lost a race.
 */
export function failureOf(place: Place, started: StartedPostmaster): string | undefined {
  if (started.error) return reasonOf(started.error)
  if (!hasEnded(started)) return undefined
  const written = readIfThere(logOf(place), started.logOffset_bytes)
  if (started.process.exitCode === 0 || PASSING_FAILURE.test(written)) return undefined
  const fatal = written.split('\n').filter((line) => /(FATAL|PANIC): {2}/.test(line))
  return `${fatal.at(-1)?.replace(/^.*?(FATAL|PANIC): {2}/, '') ?? `it ended with ${started.process.signalCode ?? started.process.exitCode}`} (see ${logOf(place)})`
}

export function hasEnded(started: StartedPostmaster): boolean {
  return started.process.exitCode !== null || started.process.signalCode !== null
}

/** Fast shutdown: ends sessions and writes everything out. Resolves when the postmaster is gone. */
export async function stopPostmaster({ name, cluster }: Pick<Place, 'name' | 'cluster'>): Promise<void> {
  const running = readPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const end_ms = Date.now() + FAST_STOP_LIMIT_MS
  let forced = false
  while (readPostmaster(cluster)?.pid === running.pid) {
    if (!forced && Date.now() > end_ms) {
      forced = true
      process.kill(running.pid, 'SIGQUIT')
    }
    await sleep(10)
  }
  if (basename(running.socketDir).startsWith(socketDirPrefix(name))) fs.rmSync(running.socketDir, { recursive: true, force: true })
}

/** Returns the directory for the socket: the cluster itself, or a short private one if the socket's address would be too long. */
export function chooseSocketDir(place: Place): string {
  if (socketFits(place.cluster)) return place.cluster
  const prefix = socketDirPrefix(place.name)
  const previous = readIfThere(join(place.cluster, 'postmaster.pid')).split('\n')[4] ?? ''
  if (basename(previous).startsWith(prefix) && isPrivate(previous, place.account)) return previous
  const parent = [tmpdir(), '/tmp'].find((dir) => socketFits(join(dir, `${prefix}XXXXXX`)) && canEnter(dir, place.account))
  if (parent === undefined)
    throw new EmbeddedPostgresError(`the path ${place.cluster} is too long for a socket, and neither ${tmpdir()} nor /tmp can hold one`)
  const dir = fs.mkdtempSync(join(parent, prefix))
  if (place.account) giveTo(place.account, dir)
  return dir
}

function socketDirPrefix(name: string): string {
  return `${name}-pg-`
}

function socketFits(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${POSTGRES_PORT}`)) <= SOCKET_PATH_MAX_BYTES
}

function isPrivate(dir: string, account: Account): boolean {
  const stat = fs.lstatSync(dir, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === (account?.uid ?? process.getuid?.()) && (stat.mode & 0o077) === 0
}

/** Removes a pid file whose process id now belongs to another program. PostgreSQL itself removes other pid files of dead postmasters. */
function forgetForeignPid(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const content = readIfThere(path)
  const pid = Number(content.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0 || isPostmasterOf(cluster, pid)) return
  const socketLock = join(content.split('\n')[4] || cluster, `.s.PGSQL.${POSTGRES_PORT}.lock`)
  for (const file of [path, socketLock]) if (Number(readIfThere(file).split('\n')[0]) === pid) fs.rmSync(file, { force: true })
}

function asAccount(place: Place, account = place.account) {
  const identity = account ? { uid: account.uid, gid: account.gid } : {}
  // The environment is empty, because the operator's PG* variables must not reach PostgreSQL. The working directory is one that the account
  // can enter.
  return { ...identity, cwd: place.home, env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

function giveTo(account: NonNullable<Account>, root: string): void {
  for (const entry of ['', ...fs.readdirSync(root, { recursive: true, encoding: 'utf8' })])
    fs.lchownSync(join(root, entry), account.uid, account.gid)
}

function passwordFileOf(place: Place): string {
  return `${place.name}.password`
}

function logOf(place: Place): string {
  return join(dirname(place.cluster), 'postgres.log')
}

function readSize(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Returns the file's text from `offset_bytes` on. Returns '' if the file does not exist or disappears during the call. */
function readIfThere(path: string, offset_bytes = 0): string {
  try {
    return fs.readFileSync(path).subarray(offset_bytes).toString('utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new EmbeddedPostgresError(`cannot read ${path}: ${reasonOf(error)}`)
  }
}
