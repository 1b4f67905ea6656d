// Works on imports. The file is in the database, so any process can do this: a worker of the server, or the command line if no server runs.
//
// Carriers' reports take turns: the importer works on each open report for two seconds, then on the next (ADR 33).
//
// A process that works on an import holds an advisory lock for that kind of import on a connection, and writes only over this connection
// (except for carriers' reports: see ReportWork). If the process is killed, it loses the lock and the connection at the same time, and
// another process starts again. If the file was being checked, it is read again; if it was being applied, nothing was written. The
// statement that writes `done` is in the transaction that applies the rows, so an import is `done` if and only if its rows were applied. If
// a file ends its process each time, its import is abandoned as `interrupted`.

import { type LockedConnection, withAdvisoryLock } from '../../database/advisory-lock.ts'
import { BackgroundLoop } from '../../database/background-loop.ts'
import { Database, Unavailable } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { idAt } from '../../process/ids.ts'
import type { Service } from '../../service/service.ts'
import type { ApplyWork } from './apply.ts'
import { type Checked, checkFile, type StoredRow } from './check.ts'
import { FILE_WORK, type FileWork } from './file-work.ts'
import { KINDS, type Kind, MAX_TRIES, RETENTION_DAYS, type WholeKind } from './model.ts'
import { findOpen, listOpenReports, openOf } from './queries.ts'

const LOCKS: Record<Kind, number> = {
  ...{ stores: 7_215_030, rates: 7_215_031, tariffs: 7_215_034 },
  ...{ 'carrier-report': 7_215_035, 'carrier-invoice': 7_215_038 },
}
const REST_MS = 60_000
const CLEAN_EVERY_MS = 600_000
const TURN_MS = 2_000
/**
 * Limit on repeated attempts. Another request may write the same store at the same time, or may have just created it. The import then makes
 * a new attempt with the current rows.
 */
const MAX_ROUNDS = 10
const AGAIN = /^(23505|40001|40P01|55P03)$/
/** If a stored file still has no import after this time, it will never get one. */
const ORPHAN_MS = 3_600_000

/**
 * Processing of carriers' reports, whose lines are applied one by one. Its code is in a layer above this folder, together with the code for
 * the scans that it records.
 */
export interface ReportWork {
  /** Continues a report until it has ended or `isOver` returns true. Returns whether it has ended. */
  work(id: string, isOver: () => boolean): Promise<boolean>
  /**
   * Called between time slices. Starts an import of a waiting file in the report folder for each carrier that has no import in progress.
   */
  takeFiles(isStopped: () => boolean): Promise<void>
  /** Called when no report is left. */
  rest(isStopped: () => boolean): Promise<void>
}

/** The kinds of import whose code is in a layer above this folder. */
export interface OtherWork {
  report: ReportWork
  invoice: FileWork
}

interface Taken {
  id: string
  kind: Kind
  carrier: string | null
  state: string
  actor: string
  tries: number
  rows: number | null
}

type ClaimedFile = Taken & { kind: WholeKind }

/** Thrown to roll back the transaction because the process is stopping. */
class Stopped extends Error {}

export class Importer {
  readonly #service: Service
  readonly #db: Database
  readonly #reports: ReportWork
  readonly #files: Record<WholeKind, FileWork>
  readonly #turn_ms: number
  readonly #loops = KINDS.map((kind) => ({ kind, loop: new BackgroundLoop() }))
  #ended: Promise<unknown> | null = null
  #isStopped = false
  #stopLooking: () => void = () => {}
  #cleaned_ms = Number.NEGATIVE_INFINITY

  /** `turn_ms`: working time for one report while others wait. */
  constructor(service: Service, { report, invoice }: OtherWork, turn_ms: number = TURN_MS) {
    this.#service = service
    this.#turn_ms = turn_ms
    this.#reports = report
    this.#files = { ...FILE_WORK, 'carrier-invoice': invoice }
    // Two connections for each kind: one holds the lock, one reports progress.
    this.#db = new Database(service.db.config, 2 * KINDS.length)
  }

  start(): void {
    const { log, workScanner } = this.#service
    this.#stopLooking = workScanner.watchFor(
      ...this.#loops.map(({ kind, loop }) => ({ name: kind, exists: `exists (${openOf(kind)})`, wake: () => loop.wake() })),
    )
    const works = this.#loops.map(({ kind, loop }) =>
      loop.run(
        REST_MS,
        () => this.#pass(kind),
        (err) => log.error({ err, kind }, 'importing failed'),
      ),
    )
    this.#ended ??= Promise.all(works)
  }

  /** Gives up the import in progress. The next process continues from its state. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopLooking()
    for (const { loop } of this.#loops) loop.stop()
    await this.#ended
    await this.#db.close()
  }

  async #pass(kind: Kind): Promise<void> {
    if (kind === 'carrier-report') return withAdvisoryLock(this.#db, LOCKS[kind], (held) => this.#workOnReports(held))
    const id = await findOpen(this.#service.reads, kind)
    if (id !== null) await withAdvisoryLock(this.#db, LOCKS[kind], (held) => this.#workOn(held, id))
    else if (kind === 'stores') await this.#clean()
  }

  /**
   * Counts the attempt in advance, so that a file that kills its process is abandoned after some attempts. Null if the import has ended.
   */
  async #begin(held: LockedConnection, id: string): Promise<Taken | null> {
    const text = 'update imports set tries = tries + 1 where id = $1 and ended_at is null returning *'
    const [taken] = await held.all<Taken>(text, [id])
    if (!taken) return null
    if (taken.tries <= MAX_TRIES) return taken
    this.#service.log.error(
      { import: id, tries: MAX_TRIES },
      taken.kind === 'carrier-report'
        ? 'a carrier report was abandoned before its end'
        : 'an import was abandoned, and nothing was applied',
    )
    if (taken.kind !== 'carrier-report') await this.#files[taken.kind].undo?.(held, id)
    await this.#end(held, id, 'interrupted')
    return null
  }

  /** Takes back the counted attempt, because it was not the file that ended the process. */
  async #undoTry(held: LockedConnection, id: string): Promise<void> {
    await held.all('update imports set tries = tries - 1 where id = $1', [id])
  }

  /** Gives each open report a time slice, repeatedly, until none makes progress. */
  async #workOnReports(held: LockedConnection): Promise<void> {
    for (let isMoving = true; isMoving && !this.#isStopped; ) {
      await this.#reports.takeFiles(() => this.#isStopped)
      isMoving = false
      for (const id of await listOpenReports(this.#service.db)) if (!this.#isStopped && (await this.#turn(held, id))) isMoving = true
    }
    if (!this.#isStopped) await this.#reports.rest(() => this.#isStopped)
  }

  /** Returns whether the report made progress. An error in one report does not stop the others. */
  async #turn(held: LockedConnection, id: string): Promise<boolean> {
    try {
      if (!(await this.#begin(held, id))) return false
      const end_ms = performance.now() + this.#turn_ms
      const hasEnded = await this.#reports.work(id, () => this.#isStopped || performance.now() > end_ms)
      if (hasEnded) await this.#drop(held, id)
      else await this.#undoTry(held, id)
      return true
    } catch (err) {
      if (err instanceof Unavailable) throw err
      this.#service.log.error({ err, import: id }, 'processing a carrier report failed; it will be retried')
      return false
    }
  }

  async #workOn(held: LockedConnection, id: string): Promise<void> {
    const taken = await this.#begin(held, id)
    if (!taken || taken.kind === 'carrier-report') return
    try {
      const file = { ...taken, kind: taken.kind }
      const rows = taken.state === 'applying' ? (taken.rows as number) : await this.#check(held, file)
      if (rows !== null) await this.#apply(held, { ...file, rows })
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      await this.#undoTry(held, id)
    }
  }

  /** Returns the number of rows if all of them are good. Null if the import has ended. */
  async #check(held: LockedConnection, { id, kind, carrier }: ClaimedFile): Promise<number | null> {
    await held.all('delete from import_rows where import_id = $1', [id])
    const keep = async (rows: readonly StoredRow[]) => {
      const text = `insert into import_rows (import_id, number, value)
        select $1, r.number, r.value from json_to_recordset($2::json) as r(number int, value jsonb)`
      if (rows.length > 0) await held.all(text, [id, JSON.stringify(rows)])
    }
    const onProgress = async ({ rows, error_count }: Checked) => {
      await held.all('update imports set checked_rows = $2, error_count = $3 where id = $1', [id, rows, error_count])
    }
    const open = await this.#files[kind].open(this.#db, carrier, await this.#service.network.tables())
    const { rows, error_count, errors, warning_count, warnings, lost_prices } = await checkFile(this.#db, id, open, {
      keep,
      onProgress,
      isStopped: () => this.#isStopped,
    })
    if (this.#isStopped) throw new Stopped()
    const text = `update imports set rows = $2, checked_rows = $2, error_count = $3, errors = $4, state = $5, warning_count = $6, warnings = $7,
       lost_prices = $8 where id = $1`
    const isGood = error_count === 0
    const state = isGood ? 'applying' : 'checking'
    await held.all(text, [
      id,
      rows,
      error_count,
      JSON.stringify(errors),
      state,
      warning_count,
      JSON.stringify(warnings),
      JSON.stringify(lost_prices),
    ])
    if (isGood) return rows
    await this.#end(held, id, 'refused')
    return null
  }

  async #apply(held: LockedConnection, taken: ClaimedFile & { rows: number }): Promise<void> {
    await this.#files[taken.kind].prepare?.(held, taken.rows, this.#workOf(taken))
    for (let round = 1; ; round++) {
      try {
        await held.transaction(() => this.#applyOnce(held, taken))
        break
      } catch (error) {
        if (round === MAX_ROUNDS || !AGAIN.test((error as { code?: string }).code ?? '')) throw error
      }
    }
    await this.#service.network.forget()
    await this.#drop(held, taken.id)
  }

  #workOf({ id, carrier, actor }: ClaimedFile): ApplyWork {
    const onProgress = async (applied_rows: number) => {
      if (this.#isStopped) throw new Stopped()
      // Writes the progress over another connection, because until the transaction ends nobody sees what it writes.
      const text = "update imports set applied_rows = $2::int where id = $1 and state = 'applying'"
      await this.#db.query('import_applied', text, [id, applied_rows])
    }
    return { id, carrier, actor, at: iso(this.#service.clock.now()), onProgress }
  }

  async #applyOnce(held: LockedConnection, taken: ClaimedFile & { rows: number }): Promise<void> {
    const { id, kind, rows } = taken
    const { created, changed } = await this.#files[kind].apply(held, rows, this.#workOf(taken))
    const text = `update imports set state = 'done', applied_rows = rows, created_rows = $2, changed_rows = $3, ended_at = $4
       where id = $1 and state = 'applying' and ended_at is null returning id`
    const ended = await held.all(text, [id, created, changed, iso(this.#service.clock.now())])
    if (ended.length !== 1) throw new Error(`the import ${id} was ended by another process`)
  }

  async #end(held: LockedConnection, id: string, state: 'refused' | 'interrupted'): Promise<void> {
    // The lines of the report that were already applied stay applied.
    const text = `update imports set state = $2, applied_rows = case when kind = 'carrier-report' then applied_rows else 0 end, ended_at = $3
       where id = $1 and ended_at is null`
    await held.all(text, [id, state, iso(this.#service.clock.now())])
    await this.#drop(held, id)
  }

  async #drop(held: LockedConnection, id: string): Promise<void> {
    await held.all('delete from import_parts where import_id = $1', [id])
    await held.all('delete from import_rows where import_id = $1', [id])
  }

  /** Removes old imports, and files left behind by killed processes. */
  async #clean(): Promise<void> {
    if (performance.now() - this.#cleaned_ms < CLEAN_EVERY_MS) return
    this.#cleaned_ms = performance.now()
    const db = this.#service.reads
    await db.query('imports_clean', `delete from imports where ended_at < now() - interval '${RETENTION_DAYS} days'`)
    await db.query('report_files_clean', `delete from carrier_report_files where seen_at < now() - interval '${RETENTION_DAYS} days'`)
    const born = idAt('import', Date.now() - ORPHAN_MS)
    for (const table of ['import_parts', 'import_rows'])
      await db.query(
        `${table}_clean`,
        `delete from ${table} where import_id < $1 and import_id <> all (array (select id from imports where ended_at is null))`,
        [born],
      )
  }
}
