// Reports of the carrier with its own service: which scans of a parcel it reports, how late, how often and in which order.
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import { HOUR_MS } from './calendar.ts'
import { facilities } from './places.ts'
import type { Random } from './random.ts'
import type { ReportAct, ReportedPlace, Step } from './steps.ts'

/** Code of the carrier. CODES maps its report codes to their meanings. */
export const REPORTING = 'sim-laurentide'
export const REPORTING_NAME = 'Laurentide Courier (simulated)'
export const REPORTING_COUNTRY = 'CA'
export const CODES = { MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' } as const

const CODE_OF = new Map<string, keyof typeof CODES>(Object.entries(CODES).map(([code, kind]) => [kind, code as keyof typeof CODES]))
/** Share of the reportable parcels that are reported. */
const SHARE = 0.6
const LATE = 0.1
const LATE_HOURS = [4, 12] as const
/** Share of the reports that arrive after reports of later events. */
const DISORDERED = 0.15
const DISORDERED_HOURS = [20, 40] as const
const DOUBLED = 0.15
const AGAIN_HOURS = [1, 24] as const

type ScanStep = Extract<Step, { do: 'scan' }>

/** Whether a scan names neither a counter nor one of our facilities. */
const isByCarrier = (step: Step): boolean => step.do === 'scan' && step.where.store === undefined && step.where.facility === undefined

/** Whether only the carrier scans the parcel after the handover. */
const isReportable = (steps: readonly Step[]): boolean => {
  const first = steps.find(isByCarrier)
  return first !== undefined && steps.every((step) => step.at_ms < first.at_ms || (isByCarrier(step) && !(step as ScanStep).photo))
}

const WAY: readonly ReportedPlace[] = facilities().map(({ city, state, postal_code, country }) => ({ city, state, postal_code, country }))

/** Returns one or two reports of a scan, possibly late. */
const tell = ({ kind, occurred_ms, fields, at_ms }: ScanStep, random: Random): Step[] => {
  const hours = random.chance(LATE) ? LATE_HOURS : random.chance(DISORDERED) ? DISORDERED_HOURS : null
  const delay_ms = hours ? random.whole(hours[0], hours[1]) * HOUR_MS : 0
  const first: ReportAct & { at_ms: number } = {
    do: 'report',
    kind: kind as ReportedKind,
    code: CODE_OF.get(kind) as string,
    occurred_ms,
    fields,
    place: random.pick(WAY),
    isLate: hours !== null,
    isAgain: false,
    at_ms: at_ms + delay_ms,
  }
  if (!random.chance(DOUBLED)) return [first]
  return [first, { ...first, isAgain: true, at_ms: first.at_ms + random.whole(AGAIN_HOURS[0], AGAIN_HOURS[1]) * HOUR_MS }]
}

/** Returns the steps of a parcel to `country`. Some parcels are handed over to the reporting carrier, which reports the remaining steps. */
export const withReports = (steps: readonly Step[], country: string, random: Random): Step[] => {
  if (country !== REPORTING_COUNTRY || !isReportable(steps) || !random.chance(SHARE)) return [...steps]
  return steps.flatMap((step): Step[] => {
    if (isByCarrier(step)) return tell(step as ScanStep, random)
    const isHandedOver = step.do === 'hand-over' || (step.do === 'scan' && step.kind === 'inject')
    return [isHandedOver ? { ...step, reporting: true } : step]
  })
}
