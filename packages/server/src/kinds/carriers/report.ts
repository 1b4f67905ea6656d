// Processes a report in portions of lines. One statement writes the records of a portion and the progress of the import. If a process is
// killed between two portions, another one continues with the next line. Two processes on the same report cannot both continue (ADR 33).
import { type CarrierScanRow, placeText, type ReportedScan } from '@backhaul/core/carrier-scan.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { iso } from '../../process/clock.ts'
import { Execution } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { Unreadable } from '../imports/lines.ts'
import { type Fault, type ImportRow, MAX_LISTED } from '../imports/model.ts'
import { readPieces } from '../imports/queries.ts'
import { type ReadLine, type Reports, reportsOf } from './adapter.ts'
import { Numbers } from './match.ts'
import { findKnown, findWork } from './queries.ts'
import { type Candidate, faultOfRefusal, recordScans } from './record.ts'

const PORTION = 100

/** Counts and faults of some lines. */
class Tally {
  applied = 0
  created = 0
  unmatched = 0
  faults: Fault[] = []
  warnings: Fault[] = []
}

type CarrierName = { code: string; name: string }

const keyOf = (scan: ReportedScan): string => JSON.stringify([scan.number, scan.code, scan.occurred_at, placeText(scan.facts)])
const keyOfRow = (row: CarrierScanRow): string => JSON.stringify([row.number, row.code, row.occurred_at, row.place])

/** Merges equal lines into the first of them. The merged line has the reference that any of the lines names. */
const distinct = (lines: readonly { row: number; scan: ReportedScan }[]): Map<string, { row: number; scan: ReportedScan }> => {
  const byKey = new Map<string, { row: number; scan: ReportedScan }>()
  for (const { row, scan } of lines) {
    const key = keyOf(scan)
    const same = byKey.get(key)
    if (!same) byKey.set(key, { row, scan })
    else if (same.scan.facts.reference === undefined && scan.facts.reference !== undefined)
      byKey.set(key, { row: same.row, scan: { ...same.scan, facts: { ...same.scan.facts, reference: scan.facts.reference } } })
  }
  return byKey
}

/** Decides what to write and report for a portion of lines. */
const decidePortion = async (service: Service, carrier: CarrierName, import_id: string, lines: readonly ReadLine[]) => {
  const tally = new Tally()
  tally.faults = lines.flatMap((line) => ('faults' in line ? line.faults : []))
  tally.warnings = lines.flatMap((line) => ('warnings' in line ? (line.warnings ?? []) : []))
  const scans = lines.filter((line) => 'scan' in line)
  const unique = distinct(scans)
  const keys = [...unique.values()].map(({ scan }) => ({ ...scan, place: placeText(scan.facts) }))
  const known = new Map((keys.length > 0 ? await findKnown(service.db, carrier.code, keys) : []).map((row) => [keyOfRow(row), row]))
  // A scan in the inbox may match now because of this line.
  const fresh = [...unique].filter(([key]) => (known.get(key)?.state ?? 'open') === 'open')
  const numbers = await Numbers.read(
    service.db,
    carrier.code,
    fresh.map(([, { scan }]) => scan),
  )
  const candidates = fresh.map(([key, { row: line, scan }]): Candidate => {
    const origin = { import_id, line, tender_id: null, surplus_of: null }
    return { scan, row: known.get(key) ?? null, origin, match: numbers.match(scan) }
  })
  const { recorded, plan } = await recordScans(service, carrier, candidates, 'report')
  tally.applied = lines.length - lines.filter((line) => 'faults' in line).length
  for (const [i, outcome] of recorded.entries()) {
    const { row, origin } = candidates[i] as Candidate
    if (typeof outcome === 'object') {
      tally.applied--
      tally.faults.push(faultOfRefusal(origin.line as number, outcome.refused))
    } else if (!row) {
      tally.created++
      if (outcome === 'unmatched') tally.unmatched++
    }
  }
  return { tally, plan }
}

const counted = (row: ImportRow, lines: number, tally: Tally): ImportRow => ({
  ...row,
  checked_rows: row.checked_rows + lines,
  applied_rows: row.applied_rows + tally.applied,
  created_rows: row.created_rows + tally.created,
  unmatched_rows: row.unmatched_rows + tally.unmatched,
  error_count: row.error_count + tally.faults.length,
  errors: [...row.errors, ...tally.faults].slice(0, MAX_LISTED),
  warning_count: row.warning_count + tally.warnings.length,
  warnings: [...row.warnings, ...tally.warnings].slice(0, MAX_LISTED),
})

const ended = (row: ImportRow, at: string): ImportRow => ({
  ...row,
  rows: row.checked_rows,
  state: row.applied_rows === 0 && row.error_count > 0 ? 'refused' : 'done',
  ended_at: at,
})

export class Report {
  readonly #service: Service
  readonly #id: string
  /** Number of lines whose results are all written. */
  #done = 0
  /** The reader stays open between two time slices, because reading a long file again up to the same place takes long. */
  #lines: AsyncIterator<ReadLine | null> | null = null
  /** Number of lines read from the file. */
  #read = 0

  constructor(service: Service, id: string) {
    this.#service = service
    this.#id = id
  }

  /**
   * Returns true when the report is finished. Returns false between two portions if `isOver()` is true; the next call continues at the same
   * place.
   */
  async work(isOver: () => boolean): Promise<boolean> {
    const row = await findWork(this.#service.db, this.#id)
    if (!row || row.ended_at !== null) return true
    const { carriers } = await this.#service.network.tables()
    const carrier = carriers.get(row.carrier ?? '')
    if (!carrier) throw new Error(`the report ${this.#id} names a carrier that does not exist`)
    const last: Fault[] = []
    try {
      if (!this.#lines) this.#open(row.checked_rows, reportsOf(carrier))
      else if (row.checked_rows !== this.#done) throw this.#elsewhere()
      if (!(await this.#readOn(carrier, this.#lines as AsyncIterator<ReadLine | null>, isOver))) return false
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      last.push(error.fault)
    }
    await this.#write(carrier, [], last)
    return true
  }

  /** Releases the file. Another `Report` can continue the import. */
  async close(): Promise<void> {
    await this.#lines?.return?.()
    this.#lines = null
  }

  #elsewhere(): Error {
    return new Error(`the report ${this.#id} was continued by another process`)
  }

  #open(done: number, { parse }: Reports): void {
    if (!parse) {
      const message =
        'cannot be read, because the carrier now has an adapter that accepts no reports; change its adapter, then send the file again'
      throw new Unreadable({ row: 1, field: '', code: 'adapter', message })
    }
    this.#done = done
    this.#lines = parse(readPieces(this.#service.db, this.#id))[Symbol.asyncIterator]()
  }

  /** Returns whether the file has been read to its end. */
  async #readOn(carrier: CarrierName, lines: AsyncIterator<ReadLine | null>, isOver: () => boolean): Promise<boolean> {
    const done = this.#done
    let portion: ReadLine[] = []
    let isIdle = false
    const flush = async () => {
      if (portion.length > 0) await this.#write(carrier, portion)
      portion = []
    }
    try {
      for (;;) {
        const { value, done: isEnd } = await lines.next()
        if (isEnd) break
        // A time slice ends between two portions of lines, or after a while without a line.
        if (value) {
          isIdle = false
          this.#read++
          if (this.#read > done) portion.push(value)
          if (portion.length === PORTION) await flush()
          else if (this.#read > done || this.#read % PORTION !== 0) continue
          if (isOver()) return false
        } else if (!isIdle) isIdle = true
        else if (isOver()) {
          await flush()
          return false
        }
      }
    } catch (error) {
      // The lines before the unreadable place are still imported.
      if (error instanceof Unreadable) await flush()
      throw error
    }
    await flush()
    return true
  }

  /** `last`: faults found at the end of the file. If given, the import ends. */
  async #write(carrier: CarrierName, lines: readonly ReadLine[], last: readonly Fault[] | null = null): Promise<void> {
    const outcome = await new Execution(this.#service).execute(async () => {
      const row = await findWork(this.#service.db, this.#id)
      if (!row || row.ended_at !== null || row.checked_rows !== this.#done) throw this.#elsewhere()
      const { tally, plan } = await decidePortion(this.#service, carrier, this.#id, lines)
      if (last) tally.faults.push(...last)
      const next = counted(row, lines.length, tally)
      const after = last ? ended(next, iso(this.#service.clock.now())) : next
      return { status: 200, body: {}, plan: mergePlans([plan, { updates: [['imports', { ...after, xmin: row.xmin }]] }]) }
    })
    if (isRefusal(outcome)) throw new Error(`the report ${this.#id} could not continue: ${outcome.message}`)
    this.#done += lines.length
  }
}
