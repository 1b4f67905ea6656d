// What Backhaul knows of a carrier: the meaning of its codes, whether it sends reports, and the adapter of its service (ADR 32, ADR 44).
import { type CarrierAdapter, OPERATIONS, SEAM_VERSION } from '@backhaul/core/carrier-adapter.ts'
import type { CarrierCodes, ReportedScan } from '@backhaul/core/carrier-scan.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import type { Fault } from '../imports/model.ts'
import { readReport } from './read-report.ts'

/**
 * A line of a report: a scan (with warnings about values that were completed), a note that the line is irrelevant, or all faults of a bad
 * line. `row`: the number of the file's line on which it ends.
 */
export type ReadLine = { row: number } & ({ scan: ReportedScan; warnings?: Fault[] } | { ignored: true } | { faults: Fault[] })

export interface Reports {
  /** The meaning of one of the carrier's codes. Undefined if nobody has configured the code. */
  kindOf(code: string): ReportedKind | null | undefined
  /**
   * Yields the lines of a report of any length. It yields null between two slices of time, so that blank lines end a slice too. `parse` is
   * null if the carrier sends no reports. Errors: Unreadable, if the rest of the file cannot be split into lines.
   */
  readonly parse: ((pieces: AsyncIterable<Buffer>) => AsyncIterable<ReadLine | null>) | null
}

const kindIn =
  (codes: CarrierCodes | null) =>
  (code: string): ReportedKind | null | undefined =>
    codes && Object.hasOwn(codes, code) ? codes[code] : undefined

export const reportsOf = ({ adapter, codes }: Carrier): Reports => {
  const kindOf = kindIn(codes)
  return { kindOf, parse: adapter === 'house' ? null : (pieces) => readReport(pieces, kindOf) }
}

export type LoadAdapter = (name: string) => Promise<CarrierAdapter>

/** What keeps the server from using an adapter. Null: nothing. Wrong deadlines would let a label be paid for twice. */
export const faultOf = (adapter: CarrierAdapter): string | null => {
  if (adapter?.seam !== SEAM_VERSION) return `it implements version ${adapter?.seam} of the seam, not ${SEAM_VERSION}`
  const { deadline_ms, reads_ms } = adapter
  if (OPERATIONS.some((operation) => !(deadline_ms[operation] > 0))) return 'it lacks a deadline of an operation'
  const isAscending = reads_ms.every((ms, i) => ms > (i === 0 ? 0 : (reads_ms[i - 1] as number)))
  if (reads_ms.length === 0 || !isAscending || (reads_ms[0] as number) < deadline_ms.buy)
    return 'reads_ms must ascend and begin at or after the deadline of buy'
  return null
}

/** Loads the package of an adapter by its name. Errors: the package is not installed, or does not fit this version. */
export const loadAdapter: LoadAdapter = async (name) => {
  const { default: adapter } = (await import(`@backhaul/carrier-${name}`)) as { default: CarrierAdapter }
  const fault = faultOf(adapter)
  if (fault !== null) throw new Error(`the adapter ${name} cannot be used: ${fault}`)
  return adapter
}
