// What the carrier says that has a service of its own: which of a parcel's scans it reports, and how late, how often and in which order.
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import { HOUR_MS } from './calendar.ts'
import { facilities } from './places.ts'
import type { Random } from './random.ts'
import type { ReportAct, ReportedPlace, Step } from './steps.ts'

/** Its code, and what each code of its reports means. */
export const REPORTING = 'sim-laurentide'
export const REPORTING_NAME = 'Laurentide Courier (simulated)'
export const REPORTING_COUNTRY = 'CA'
export const CODES = { MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' } as const

const CODE_OF = new Map<string, keyof typeof CODES>(Object.entries(CODES).map(([code, kind]) => [kind, code as keyof typeof CODES]))
/** Of the parcels that it could report. */
const SHARE = 0.6
const LATE = 0.1
const LATE_HOURS = [4, 12] as const
/** It comes after what happened later. */
const DISORDERED = 0.15
const DISORDERED_HOURS = [20, 40] as const
const DOUBLED = 0.15
const AGAIN_HOURS = [1, 24] as const

type ScanStep = Extract<Step, { do: 'scan' }>

/** It names neither a counter nor a facility of ours. */
const isByCarrier = (step: Step): boolean => step.do === 'scan' && step.where.store === undefined && step.where.facility === undefined

/** From its hand-over on nothing happens to it but what the carrier says. */
const isReportable = (steps: readonly Step[]): boolean => {
  const first = steps.find(isByCarrier)
  return first !== undefined && steps.every((step) => step.at_ms < first.at_ms || (isByCarrier(step) && !(step as ScanStep).photo))
}

const WAY: readonly ReportedPlace[] = facilities().map(({ city, state, postal_code, country }) => ({ city, state, postal_code, country }))

/** One thing that happened, as it is told: once or twice, and when. */
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

/** The steps of a parcel to `country`: for some it is handed over to the carrier that reports, which tells the rest. */
export const withReports = (steps: readonly Step[], country: string, random: Random): Step[] => {
  if (country !== REPORTING_COUNTRY || !isReportable(steps) || !random.chance(SHARE)) return [...steps]
  return steps.flatMap((step): Step[] => {
    if (isByCarrier(step)) return tell(step as ScanStep, random)
    const isHandedOver = step.do === 'hand-over' || (step.do === 'scan' && step.kind === 'inject')
    return [isHandedOver ? { ...step, reporting: true } : step]
  })
}
