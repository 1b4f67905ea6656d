// Imports files that carriers drop into `<BACKHAUL_REPORTS_DIR>/<code of the carrier>/<any name>`
// (docs/operating/carriers.md#the-report-folder). A file becomes an import once it has not changed for a while. A file named `<name>.part`
// is imported after it is renamed.
//
// Carriers may write to these folders, so this program writes nothing there and follows no links there (storage/guarded-folder.ts). A file
// is removed once every line of it was imported. Otherwise the file stays, its import says why, and `carrier_report_files` has a row for
// it. One statement writes the import and the row, so a file is imported once even if the process is killed (ADR 33).
import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { Unavailable } from '../../database/db.ts'
import { Execution } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { GuardedFolder } from '../../storage/guarded-folder.ts'
import { findNotedFiles, forgetFile, type NotedFile, PART_BYTES } from '../imports/queries.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { type ImportFile, newImportId, recordRefused } from '../imports/start.ts'
import { IS_CODE } from '../network/schema.ts'
import { LARGEST_REPORT_BYTES, refuseReports } from './reporting.ts'
import { roundRobinAfter } from './round-robin.ts'

/** If a file changed within this time, the carrier may still be writing it. */
const UNCHANGED_MS = 5_000
const MAX_NAME = 200
const NOT_YET = /^\.|\.(part|tmp)$/i
/** Maximum number of entries read from one folder. */
export const MAX_ENTRIES = 10_000
/**
 * Time between two listings of a folder. The first value applies if all files of the last listing are done, otherwise the second value
 * applies.
 */
const CHECK_INTERVAL_MS = 5_000
const MAX_CHECK_INTERVAL_MS = 60_000
/** Maximum number of files of one carrier opened in one pass. At most one of them becomes an import. */
const MAX_OPENED = 100
/** Maximum number of refused files of one carrier that get an import with the reason. Others are only logged. */
const MAX_REFUSED = 100
/**
 * Pause before a carrier's files are read again after one changed during a read. Each such read may take as long as the largest file. The
 * pause doubles from the first value to the second. After twice the second value without such a change, the pause starts at the first value
 * again.
 */
const BACK_OFF_MS = 5_000
const MAX_BACK_OFF_MS = 600_000
/** The same message is logged at most once in this time. */
const TELL_MS = 3_600_000
const MAX_REPORTED = 1_000

/** The file changed or was removed while it was read. */
class Changed extends Error {}

interface Waiting {
  name: Buffer
  /** The reason why the file was refused before. Null if it was not refused. */
  refused: string | null
}

/** Delays the next reading of a carrier's files after one of them changed. */
interface BackOff {
  since_ms: number
  wait_ms: number
}

interface Look {
  at_ms: number
  waiting: Waiting[]
  refused: number
}

/** Identifies a file and its content. A change of the content changes the time, the size or the inode. */
const idOf = (carrier: string, name: Buffer, { ino, size, mtimeNs }: BigIntStats): string =>
  createHash('sha256').update(`${carrier}\n${ino} ${size} ${mtimeNs}\n`).update(name).digest('hex')

/** The name as text. A file name may contain any byte but `/`. */
const shown = (name: Buffer): string => {
  const text = name.toString('utf8').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return [...text].slice(0, MAX_NAME).join('')
}

export class Folder {
  readonly #service: Service
  readonly #root: string | null
  readonly #looks = new Map<string, Look>()
  readonly #backOffs = new Map<string, BackOff>()
  /** The carrier that was first in the last pass. */
  #first = ''
  readonly #told = new Map<string, number>()

  constructor(service: Service) {
    this.#service = service
    this.#root = service.config.reportsDir
  }

  /** Starts at most one import for each carrier. An error in one folder or file does not stop the others. */
  async pass(isStopped: () => boolean): Promise<void> {
    if (this.#root === null) return
    const root = await this.#trying('', () => GuardedFolder.open(this.#root as string))
    if (!root) return
    try {
      const entries = (await this.#trying('', () => root.entries(MAX_ENTRIES))) ?? []
      const folders = entries.filter(({ isFolder, name }) => isFolder && !NOT_YET.test(name.toString('latin1')))
      const carriers = folders.flatMap(({ name }) => {
        if (IS_CODE.test(name.toString('latin1'))) return [name.toString('latin1')]
        this.#report(shown(name), 'the name is not the code of a carrier')
        return []
      })
      for (const carrier of this.#looks.keys()) if (!carriers.includes(carrier)) this.#looks.delete(carrier)
      const queue = roundRobinAfter(this.#first, carriers)
      this.#first = queue[0] ?? ''
      for (const carrier of queue) {
        if (isStopped()) return
        await this.#trying(carrier, () => this.#passOf(root, carrier, isStopped))
      }
    } finally {
      await root.close()
    }
  }

  async #passOf(root: GuardedFolder, carrier: string, isStopped: () => boolean): Promise<void> {
    const { since_ms, wait_ms } = this.#backOffs.get(carrier) ?? { since_ms: 0, wait_ms: 0 }
    if (performance.now() < since_ms + wait_ms) return
    const folder = await root.folder(Buffer.from(carrier))
    if (!folder) return
    try {
      const look = await this.#listFolder(folder, carrier)
      for (let opened = 0; opened < MAX_OPENED && look.waiting.length > 0 && !isStopped(); opened++) {
        const [next] = look.waiting as [Waiting]
        const outcome = await this.#trying(carrier, () => this.#take(folder, carrier, next, look, isStopped), shown(next.name))
        if (outcome === 'later') return
        look.waiting.shift()
        if (outcome === 'changed') this.#backOff(carrier)
        if (outcome === 'taken' || outcome === 'changed') return
      }
    } finally {
      await folder.close()
    }
  }

  #backOff(carrier: string): void {
    const since_ms = performance.now()
    const last = this.#backOffs.get(carrier)
    const isNew = !last || since_ms - last.since_ms > 2 * MAX_BACK_OFF_MS
    this.#backOffs.set(carrier, { since_ms, wait_ms: isNew ? BACK_OFF_MS : Math.min(MAX_BACK_OFF_MS, 2 * last.wait_ms) })
  }

  /** Lists the waiting files of a folder, by name. */
  async #listFolder(folder: GuardedFolder, carrier: string): Promise<Look> {
    const now_ms = performance.now()
    const last = this.#looks.get(carrier)
    if (last && now_ms - last.at_ms < (last.waiting.length > 0 ? MAX_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS)) return last
    const entries = await folder.entries(MAX_ENTRIES)
    if (entries.length === MAX_ENTRIES) this.#report(carrier, `has ${MAX_ENTRIES} files or more; only ${MAX_ENTRIES} of them are read`)
    const names = entries.filter(({ isFolder, name }) => !isFolder && !NOT_YET.test(name.toString('latin1'))).map(({ name }) => name)
    const files = new Map<string, { name: Buffer; stat: BigIntStats }>()
    for (const name of names.sort(Buffer.compare)) {
      const stat = await this.#trying(carrier, () => folder.stat(name), shown(name))
      if (stat) files.set(idOf(carrier, name, stat), { name, stat })
    }
    const noted = new Map((await findNotedFiles(this.#service.db, [...files.keys()])).map((one) => [one.id, one]))
    const waiting: Waiting[] = []
    let refused = 0
    for (const [id, { name, stat }] of files) {
      const note = noted.get(id)
      if (note && !note.is_taken) refused++
      if (!note?.is_taken) waiting.push({ name, refused: note ? id : null })
      else if (isWhole(note)) await this.#trying(carrier, () => folder.remove(name, stat), shown(name))
    }
    // Files that were refused before come last.
    const look = { at_ms: now_ms, waiting: [...waiting].sort((a, b) => Number(a.refused !== null) - Number(b.refused !== null)), refused }
    this.#looks.set(carrier, look)
    return look
  }

  /**
   * `later`: another report of the carrier is not finished. `left`: the file stays in the folder. `changed`: the file changed while it was
   * read, and stays too.
   */
  async #take(
    folder: GuardedFolder,
    carrier: string,
    { name, refused }: Waiting,
    look: Look,
    isStopped: () => boolean,
  ): Promise<'taken' | 'later' | 'left' | 'changed'> {
    const handle = await folder.file(name)
    if (!handle) return 'left'
    try {
      const stat = await handle.stat({ bigint: true })
      if (Date.now() - Number(stat.mtimeMs) < UNCHANGED_MS) return 'left'
      const id = idOf(carrier, name, stat)
      const file = { kind: 'carrier-report', carrier, file_name: shown(name), file_id: id } as const
      const reason = refusalOf(stat) ?? (await refuseReports(this.#service, carrier))?.message ?? null
      if (reason !== null) {
        if (refused !== id) await this.#refuse({ ...file, bytes: Number(stat.size) }, reason, look)
        return 'left'
      }
      if (refused === id) await forgetFile(this.#service.db, id)
      const { execute } = new Execution(this.#service)
      const taken = await receiveFile(this.#service, this.#actor, execute, file, contentOf(handle, stat, isStopped))
      if (!isRefusal(taken)) return 'taken'
      if (taken.code === 'import_in_progress') return 'later'
      throw new Error(taken.message)
    } catch (error) {
      if (error instanceof Changed) return 'changed'
      throw error
    } finally {
      await handle.close()
    }
  }

  async #refuse(file: Omit<ImportFile, 'id'>, reason: string, look: Look): Promise<void> {
    this.#report(file.carrier as string, reason, file.file_name)
    if (look.refused >= MAX_REFUSED) return
    look.refused++
    await new Execution(this.#service).execute(async () =>
      recordRefused(this.#service, this.#actor, { ...file, id: newImportId() }, reason),
    )
  }

  get #actor(): string {
    return `folder:${hostname()}`
  }

  /** Returns undefined if the work failed; the reason is then in the log. Errors: Unavailable. */
  async #trying<T>(carrier: string, work: () => Promise<T>, file: string | null = null): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // Logs a shorter message, because the full message contains the file name.
      const { code, syscall, message } = error as NodeJS.ErrnoException
      this.#report(carrier, code === undefined ? message : `${syscall}: ${code}`, file)
      return undefined
    }
  }

  /** Logs each reason once an hour for each folder, no matter how many files it concerns. */
  #report(carrier: string, reason: string, file: string | null = null): void {
    const key = `${carrier}\n${reason}`
    if (performance.now() - (this.#told.get(key) ?? Number.NEGATIVE_INFINITY) < TELL_MS) return
    if (this.#told.size >= MAX_REPORTED) this.#told.clear()
    this.#told.set(key, performance.now())
    this.#service.log.error({ folder: carrier, file, reason }, 'the report folder has a file or folder that cannot be imported or removed')
  }
}

/** Every line was imported, so everything in the file is in the database. */
const isWhole = ({ state, error_count }: NotedFile): boolean => state === 'done' && error_count === 0

const refusalOf = ({ size, nlink }: BigIntStats): string | null => {
  if (size > LARGEST_REPORT_BYTES) return `The file is larger than ${LARGEST_REPORT_BYTES} bytes; split it at the end of a line.`
  // A hard link may lead to a file that its creator may not read.
  if (nlink > 1n) return 'The file has a second name (a hard link); put a copy into the folder instead.'
  return null
}

/** Yields the bytes that the file had when it was checked. Errors: Changed, as soon as the file changes. */
async function* contentOf(handle: FileHandle, { size, mtimeNs }: BigIntStats, isStopped: () => boolean): AsyncGenerator<Buffer> {
  const check = async () => {
    const now = await handle.stat({ bigint: true })
    if (now.size !== size || now.mtimeNs !== mtimeNs) throw new Changed()
  }
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(PART_BYTES, Number(size) - at)), 0, null, at)
    if (bytesRead === 0 || isStopped()) throw new Changed()
    at += bytesRead
    await check()
    yield buffer.subarray(0, bytesRead)
  }
  await check()
}
