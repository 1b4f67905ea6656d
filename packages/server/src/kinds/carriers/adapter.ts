// Adapters hide the differences between carriers from all other code (ADR 32).
import type { AdapterName, CarrierCodes, ReportedScan } from '@backhaul/core/carrier-scan.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import type { Fault } from '../imports/model.ts'
import { readReport } from './read-report.ts'
import { type CarrierService, carrierService, type Reach } from './service.ts'

/**
 * A line of a report: a scan (with warnings about values that were completed), a note that the line is irrelevant, or all faults of a bad
 * line. `row`: the number of the file's line on which it ends.
 */
export type ReadLine = { row: number } & ({ scan: ReportedScan; warnings?: Fault[] } | { ignored: true } | { faults: Fault[] })

export interface CarrierAdapter {
  /** The meaning of one of the carrier's codes. Undefined if nobody has configured the code. */
  kindOf(code: string): ReportedKind | null | undefined
  /**
   * Yields the lines of a report of any length. It yields null between two slices of time, so that blank lines end a slice too. `parse` is
   * null if the carrier sends no reports. Errors: Unreadable, if the rest of the file cannot be split into lines.
   */
  readonly parse: ((pieces: AsyncIterable<Buffer>) => AsyncIterable<ReadLine | null>) | null
  /** Opens the carrier's own service. Null if the carrier has none. */
  readonly open: ((reach: Omit<Reach, 'url'>) => CarrierService) | null
}

const kindIn =
  (codes: CarrierCodes | null) =>
  (code: string): ReportedKind | null | undefined =>
    codes && Object.hasOwn(codes, code) ? codes[code] : undefined

/** The part of an adapter for a carrier that sends reports in Backhaul's format. */
const reporting = ({ codes }: Carrier): Pick<CarrierAdapter, 'kindOf' | 'parse'> => {
  const kindOf = kindIn(codes)
  return { kindOf, parse: (pieces) => readReport(pieces, kindOf) }
}

const MAKE: Record<AdapterName, (carrier: Carrier) => CarrierAdapter> = {
  house: ({ codes }) => ({ kindOf: kindIn(codes), parse: null, open: null }),
  file: (carrier) => ({ ...reporting(carrier), open: null }),
  replay: (carrier) => {
    const { url } = carrier
    return { ...reporting(carrier), open: url === null ? null : (reach) => carrierService({ ...reach, url }) }
  },
}

export const adapterOf = (carrier: Carrier): CarrierAdapter => MAKE[carrier.adapter](carrier)
