// The seam by which carriers come in: what a carrier's own ways are, so that nothing else has to know them (ADR 32).
import type { AdapterName, CarrierCodes, ReportedScan } from '@backhaul/core/carrier-scan.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import type { Fault } from '../imports/model.ts'
import { readReport } from './read-report.ts'
import { type CarrierService, carrierService, type Reach } from './service.ts'

/** A line of a report: a scan and what was completed in it, nothing that concerns us, or everything that is wrong with it. `row`: the line of the file on which it ends. */
export type ReadLine = { row: number } & ({ scan: ReportedScan; warnings?: Fault[] } | { ignored: true } | { faults: Fault[] })

export interface CarrierAdapter {
  /** What its codes mean; undefined: nobody has said. */
  kindOf(code: string): ReportedKind | null | undefined
  /** The lines of a report, however long it is, null between two slices of time, so that blank lines end a turn too. Itself null: it sends none. Errors: Unreadable, when the rest of the file cannot be told apart. */
  readonly parse: ((pieces: AsyncIterable<Buffer>) => AsyncIterable<ReadLine | null>) | null
  /** Its own service; null: it has none. */
  readonly open: ((reach: Omit<Reach, 'url'>) => CarrierService) | null
}

const kindIn =
  (codes: CarrierCodes | null) =>
  (code: string): ReportedKind | null | undefined =>
    codes && Object.hasOwn(codes, code) ? codes[code] : undefined

/** Of a carrier whose reports are of our own form. */
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
