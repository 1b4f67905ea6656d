/*
 * Copies an embedded database while other processes use it.
 *
 * A backup is a directory. It contains `data` with the files of the cluster, and `backup.json`, which lists each file with its size and
 * SHA-256. The directory gets its final name only when it is complete. PostgreSQL is told when the copy begins and ends. A replication slot
 * keeps the write-ahead log from the beginning of the copy on, so that the log contains all changes made during the copy. The log is copied
 * last. PostgreSQL replays it at the first start on the restored files.
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import pg from 'pg'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { choosePlace, isExists } from './place.ts'
import { layCluster } from './postmaster.ts'

const FORMAT = 1
const DATA = 'data'
const FACTS_FILE = 'backup.json'
const LABEL_FILE = 'backup_label'
/** Marks the files of a restored cluster, until the program has acknowledged the restore. */
const RESTORED_FILE = 'restored_from'
const CONTROL_FILE = 'global/pg_control'
const WAL = 'pg_wal'
/** Files that the next start creates again. Their directories must exist. */
const LEFT_EMPTY = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|\.s\.PGSQL.*|restored_from)$|(^|\/)(pgsql_tmp.*|pg_internal\.init.*)$/
/** A path that does not lead out of the directory. */
const INSIDE = /^(?!.*(^|\/)\.\.(\/|$))[^/\0][^\0]*$/
const MORE_ROOM = 1.05
const PIECE_BYTES = 1 << 20

export interface BackupFile {
  /** Relative to the cluster's directory, with slashes. */
  path: string
  bytes: number
  sha256: string
}

/** `backup.json`. Times are ISO 8601. */
export interface Backup {
  format: number
  /** Major version of PostgreSQL. */
  postgres: string
  began_at: string
  /** The backup contains everything that was committed before this time. */
  ended_at: string
  bytes: number
  /** Facts that the program stored with the backup. */
  about: Record<string, unknown>
  directories: string[]
  files: BackupFile[]
}

/** Reports the progress of a copy. */
export type OnProgress = (done_bytes: number, bytes: number) => void

interface Found {
  directories: string[]
  files: { path: string; bytes: number }[]
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const withSlashes = (path: string): string => path.split(sep).join('/')

/** Returns the files to copy. The control file comes last, because it records up to which point the other files are current. */
const filesOf = (cluster: string): Found => {
  const found: Found = { directories: [], files: [] }
  for (const entry of fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    const path = withSlashes(entry)
    const stat = fs.lstatSync(join(cluster, entry), { throwIfNoEntry: false })
    if (!stat || LEFT_OUT.test(path)) continue
    const isLeftEmpty = LEFT_EMPTY.test(path)
    if (stat.isDirectory() && (!isLeftEmpty || path === `${WAL}/archive_status`)) found.directories.push(path)
    else if (stat.isFile() && !isLeftEmpty && path !== CONTROL_FILE) found.files.push({ path, bytes: stat.size })
  }
  found.files.push({ path: CONTROL_FILE, bytes: fs.statSync(join(cluster, CONTROL_FILE)).size })
  return found
}

/**
 * Copies a file and waits until the copy is on the disk. If `to` is null, only reads the file. Returns null if the file no longer exists.
 */
const copyFile = async (from: string, to: string | null, onBytes: (bytes: number) => void): Promise<Omit<BackupFile, 'path'> | null> => {
  let source: fs.promises.FileHandle
  try {
    source = await fs.promises.open(from, 'r')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
  const hash = createHash('sha256')
  let bytes = 0
  const target = to === null ? null : await fs.promises.open(to, 'wx', 0o600)
  try {
    for await (const chunk of source.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false })) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      await target?.writeFile(chunk)
    }
    await target?.datasync()
  } finally {
    await target?.close()
    await source.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

const syncDirectory = (path: string): void => {
  const directory = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(directory)
  } finally {
    fs.closeSync(directory)
  }
}

const makeDirectories = (root: string, directories: readonly string[]): void => {
  fs.mkdirSync(root, { recursive: true, mode: 0o700 })
  for (const path of [...directories].sort()) fs.mkdirSync(join(root, path), { recursive: true, mode: 0o700 })
}

const refuseTooSmall = (directory: string, bytes: number): void => {
  const { bavail, bsize } = fs.statfsSync(directory)
  const free = bavail * bsize
  if (free >= bytes * MORE_ROOM) return
  const [needed, left] = [bytes * MORE_ROOM, free].map((value) => `${Math.ceil(value / 1e6)} MB`)
  throw new EmbeddedPostgresError(`${directory} has only ${left} free, and ${needed} are needed`)
}

/** A copy in progress: the copied files, and the number of bytes so far. `to`: null if files are only read. */
class Copying {
  readonly files: BackupFile[] = []
  readonly #from: string
  readonly #to: string | null
  readonly #onProgress: OnProgress
  #done = 0
  #bytes: number

  constructor(from: string, to: string | null, bytes: number, onProgress: OnProgress) {
    this.#from = from
    this.#to = to
    this.#bytes = bytes
    this.#onProgress = onProgress
  }

  /** Null: the file no longer exists. */
  async copy(path: string): Promise<BackupFile | null> {
    const to = this.#to === null ? null : join(this.#to, path)
    const copied = await copyFile(join(this.#from, path), to, (bytes) => {
      this.#done += bytes
      // Files may grow while they are copied.
      this.#bytes = Math.max(this.#bytes, this.#done)
      this.#onProgress(this.#done, this.#bytes)
    })
    if (!copied) return null
    const file = { path, ...copied }
    this.files.push(file)
    return file
  }
}

/** Writes a file that did not exist in the cluster. */
const writeNew = (root: string, path: string, text: string): BackupFile => {
  fs.writeFileSync(join(root, path), text, { mode: 0o600, flush: true })
  return { path, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

interface Ended {
  label: string
  first_wal: string
  last_wal: string
}

const begin = async (session: pg.Client): Promise<string> => {
  // From here on, the temporary slot keeps the write-ahead log. The slot ends with the session, even if this process is killed.
  await session.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  const { rows } = await session.query<{ first: string }>(`select pg_walfile_name(pg_backup_start('backup', true)) as first`)
  return (rows[0] as { first: string }).first
}

const end = async (session: pg.Client, first_wal: string): Promise<Ended> => {
  const { rows } = await session.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const { label, last } = rows[0] as { label: string; last: string }
  return { label, first_wal, last_wal: last }
}

const walBetween = (cluster: string, { first_wal, last_wal }: Ended): string[] =>
  fs
    .readdirSync(join(cluster, WAL))
    .filter((name) => /\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= first_wal && name <= last_wal))
    .sort()
    .map((name) => `${WAL}/${name}`)

/** Returns the real path of the directory that will contain the target. */
const makeParent = (target: string): string => {
  try {
    fs.mkdirSync(dirname(target), { recursive: true })
    fs.accessSync(dirname(target), fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(dirname(target))
  } catch (error) {
    throw new EmbeddedPostgresError(`cannot write into ${dirname(target)}: ${reasonOf(error)}`)
  }
}

/**
 * Returns the target of the backup, and a draft directory that only this process uses. Throws if the target exists or cannot be created.
 */
const prepareTarget = (to: string, cluster: string): { target: string; draft: string } => {
  const target = resolve(to)
  if (fs.existsSync(target)) throw new EmbeddedPostgresError(`${target} already exists; name a new directory`)
  const real = join(makeParent(target), basename(target))
  if (!relative(fs.realpathSync(cluster), real).startsWith('..'))
    throw new EmbeddedPostgresError(`${target} is inside the database files; choose a directory outside ${cluster}`)
  const draft = `${target}.part`
  try {
    // If two backups begin at once, only one creates the directory.
    fs.mkdirSync(draft, { mode: 0o700 })
  } catch (error) {
    throw new EmbeddedPostgresError(
      isExists(error)
        ? `a backup to ${target} is in progress or was interrupted; if none is in progress, remove ${draft}`
        : `cannot write into ${dirname(target)}: ${reasonOf(error)}`,
    )
  }
  return { target, draft }
}

/**
 * Copies the database into a new directory `to` while other processes use it. The backup contains everything that was committed before it
 * ends. `about`: facts to store in the backup for the restore. Throws EmbeddedPostgresError if `to` exists, if there is too little room, or
 * if the database has gone away.
 */
export async function backUp(
  embedded: EmbeddedPostgres,
  to: string,
  about: Record<string, unknown>,
  onProgress: OnProgress,
): Promise<Backup> {
  const { cluster, major } = embedded.place
  const { target, draft } = prepareTarget(to, cluster)
  const session = new pg.Client({
    ...embedded.config,
    database: 'postgres',
    application_name: `${embedded.place.name} backup ${process.pid}`,
  })
  session.on('error', () => {})
  try {
    const began_at = new Date().toISOString()
    await session.connect()
    const first_wal = await begin(session)
    const found = filesOf(cluster)
    const bytes = found.files.reduce((sum, file) => sum + file.bytes, 0)
    refuseTooSmall(dirname(target), bytes)
    const data = join(draft, DATA)
    makeDirectories(data, found.directories)
    const copying = new Copying(cluster, data, bytes, onProgress)
    for (const { path } of found.files) await copying.copy(path)
    const ended_at = new Date().toISOString()
    const ended = await end(session, first_wal)
    for (const path of walBetween(cluster, ended)) await copying.copy(path)
    const files = [...copying.files, writeNew(data, LABEL_FILE, ended.label)]
    const facts = { format: FORMAT, postgres: major, began_at, ended_at, bytes: files.reduce((sum, one) => sum + one.bytes, 0), about }
    const backup: Backup = { ...facts, directories: found.directories, files }
    fs.writeFileSync(join(draft, FACTS_FILE), `${JSON.stringify(backup, null, 1)}\n`, { mode: 0o600, flush: true })
    for (const path of ['', DATA, ...found.directories.map((one) => join(DATA, one))]) syncDirectory(join(draft, path))
    fs.renameSync(draft, target)
    syncDirectory(dirname(target))
    return backup
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(`the backup to ${target} failed: ${reasonOf(error)}; its files were removed`)
  } finally {
    await session.end().catch(() => {})
  }
}

/** Reads `backup.json`. Throws EmbeddedPostgresError if this program cannot read it. */
export function readBackup(from: string): Backup {
  const file = join(resolve(from), FACTS_FILE)
  let backup: Backup
  try {
    backup = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (isGone(error)) throw new EmbeddedPostgresError(`${resolve(from)} is not a backup: it has no ${FACTS_FILE}`)
    throw new EmbeddedPostgresError(`${file} cannot be read: ${reasonOf(error)}; take another backup`)
  }
  const isOurs = backup?.format === FORMAT && Array.isArray(backup.files) && Array.isArray(backup.directories)
  if (!isOurs) throw new EmbeddedPostgresError(`${file} does not have format ${FORMAT}; restore it with the version that made it`)
  const paths = [...backup.directories, ...backup.files.map(({ path }) => path)]
  const outside = paths.find((path) => typeof path !== 'string' || !INSIDE.test(path))
  if (outside !== undefined)
    throw new EmbeddedPostgresError(`${file} names ${JSON.stringify(outside)}, which is outside the backup; use another backup`)
  return backup
}

/** Copies the files of a backup, or only reads them, and compares each with its size and hash. */
const copyChecked = async (from: string, to: string | null, { files, bytes }: Backup, onProgress: OnProgress): Promise<void> => {
  const copying = new Copying(join(resolve(from), DATA), to, bytes, onProgress)
  for (const wanted of files) {
    const found = await copying.copy(wanted.path)
    if (found?.bytes === wanted.bytes && found.sha256 === wanted.sha256) continue
    throw new EmbeddedPostgresError(`the backup is damaged: ${wanted.path} is ${found ? 'changed' : 'missing'}; use another one`)
  }
}

/** Reads the whole backup. Throws EmbeddedPostgresError if a file is missing or damaged. */
export async function checkBackup(from: string, onProgress: OnProgress): Promise<Backup> {
  const backup = readBackup(from)
  await copyChecked(from, null, backup, onProgress)
  return backup
}

export interface RestoreBackup {
  /** Same as in `openEmbedded`. */
  name: string
  dataDir: string
  otherwise: string
  /** Path of the backup. */
  from: string
}

/**
 * Creates the cluster of a data directory from a backup, completely or not at all. The first process that opens the cluster finds it marked
 * as restored. Throws EmbeddedPostgresError if there is already a database, if there is no backup, if the backup is damaged or of another
 * version, or if there is too little room.
 */
export async function restoreBackup({ from, ...where }: RestoreBackup, onProgress: OnProgress): Promise<Backup> {
  const backup = readBackup(from)
  const place = choosePlace(where)
  if (fs.existsSync(place.cluster))
    throw new EmbeddedPostgresError(`${place.dataDir} already has a database; move it away, or restore into another data directory`)
  if (backup.postgres !== place.major)
    throw new EmbeddedPostgresError(
      `the backup is from PostgreSQL ${backup.postgres}, but this program includes PostgreSQL ${place.major}; restore it with the version that made it`,
    )
  refuseTooSmall(place.home, backup.bytes)
  await layCluster(place, async (draft) => {
    makeDirectories(draft, backup.directories)
    await copyChecked(from, draft, backup, onProgress)
    writeNew(draft, RESTORED_FILE, `${backup.ended_at}\n`)
    syncDirectory(draft)
  })
  return backup
}

/**
 * Returns the end time (ISO 8601) of the backup that the cluster was restored from, until `forgetRestored` is called. Null: not restored,
 * or already acknowledged.
 */
export function restoredFrom({ place }: EmbeddedPostgres): string | null {
  const file = join(place.cluster, RESTORED_FILE)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null
}

/** Acknowledges the restore. From now on the database counts as an ordinary one. */
export function forgetRestored({ place }: EmbeddedPostgres): void {
  fs.rmSync(join(place.cluster, RESTORED_FILE), { force: true })
}
