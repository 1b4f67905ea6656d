// Records a carrier's reports. Each scan goes through the same decision as a scan from the API, so history, status, events and webhooks
// follow in the same way. One plan writes everything for a set of scans.
import { type Withheld, withheldFrom } from '@backhaul/core/carrier-claim.ts'
import { type CarrierScanRow, placeText, type ReportedScan, reportedPlace } from '@backhaul/core/carrier-scan.ts'
import { refuseFuture } from '@backhaul/core/decide-scan.ts'
import type { FieldError, Refusal } from '@backhaul/core/refusal.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import type { Insert, Plan, Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import type { ScanRequest } from '../scans/check.ts'
import type { Scanned } from '../scans/ledger.ts'
import { scanUnlessWithheld, type Withhold } from '../scans/scan.ts'
import type { Match } from './match.ts'
import { findTaken } from './queries.ts'
import { carriersOf, readMatched, readTies, tiesOf } from './ties.ts'

/** The origin of a new scan. */
export type Origin = Pick<CarrierScanRow, 'import_id' | 'line' | 'tender_id' | 'surplus_of'>

/** A scan with its existing row, or with its origin if it is new. */
export interface Candidate {
  scan: ReportedScan
  row: CarrierScanRow | null
  origin: Origin
  match: Match
}

/** `refused`: nothing was written, and an existing row remains unchanged. */
export type Recorded = 'matched' | 'unmatched' | { refused: Refusal }

/**
 * The source of the scans. `report`: the carrier sent them now. `inbox`: a retry, which never gives a parcel to a carrier. `operator`: this
 * operator matched them. An operator's match is recorded no matter which carrier has the parcel.
 */
export type Source = 'report' | 'inbox' | { operator: string }

/** A scan that waits for an operator: it may not change its parcel, or another carrier's parcel has its number. */
interface Waiting {
  withheld: Withheld | 'several_shipments'
}
const isWaiting = (outcome: Scanned | Refusal | Waiting): outcome is Waiting => 'withheld' in outcome

const requestOf = (
  carrier: string,
  { number, code, kind, occurred_at, facts }: ReportedScan,
  match: { shipment_id: string; is_ours: boolean },
) => {
  const { facility, signed_by, scheduled_delivery_date } = facts
  const request: ScanRequest = {
    kind,
    shipment_id: match.shipment_id,
    occurred_at,
    carrier,
    reported: { code, number, ltracking: match.is_ours ? null : number, place: reportedPlace(facts) },
    ...(facility !== undefined && { facility }),
    ...(signed_by !== undefined && { signed_by }),
    ...(scheduled_delivery_date !== undefined && { scheduled_delivery_date }),
  }
  return request
}

/** The fields of a row that record the outcome. */
const became = (
  candidate: Candidate,
  outcome: Scanned | Waiting | null,
  { reason, at, source, before }: { reason: string | null; at: string; source: Source; before: readonly Shipment[] },
) => {
  const scanned = outcome && !isWaiting(outcome) ? outcome : null
  const isResolved = scanned !== null && candidate.row !== null
  const shipment_id = outcome && 'shipment_id' in candidate.match ? candidate.match.shipment_id : null
  const shipment = before.find(({ id }) => id === shipment_id)
  const isByOperator = isResolved && typeof source === 'object'
  return {
    state: scanned ? ('matched' as const) : ('open' as const),
    reason,
    // A waiting scan stores the parcel that its number leads to, so that the number is known even if the scan is never recorded.
    shipment_id,
    scan_id: scanned?.scan.id ?? null,
    resolved_at: isResolved ? at : null,
    resolved_by: isByOperator ? source.operator : null,
    was_with: isByOperator && shipment ? carriersOf(shipment) : null,
  }
}

/** Numbers of live parcels of other carriers. A carrier's own parcel never gets such a number. */
class Taken {
  readonly #by: readonly { number: string; shipment_id: string }[]

  private constructor(by: readonly { number: string; shipment_id: string }[]) {
    this.#by = by
  }

  static async read(service: Service, carrier: string, numbers: readonly string[]): Promise<Taken> {
    return new Taken(numbers.length > 0 ? await findTaken(service.db, carrier, numbers) : [])
  }

  isOfAnother(number: string, shipment_id: string): boolean {
    return this.#by.some((one) => one.number === number && one.shipment_id !== shipment_id)
  }
}

/** Decides which scans of a carrier wait for an operator. */
const withholdBy =
  (service: Service, carrier: string, source: Source, numbers: readonly string[], taken: Taken) =>
  async (shipments: readonly Shipment[]): Promise<Withhold<Waiting>> => {
    if (typeof source === 'object') return () => null
    /** Whether the scan would give the parcel a number that another carrier's parcel has. */
    const isTaken = (shipment: Shipment, number: string | null): boolean =>
      number !== null && (shipment.carrier !== carrier || shipment.ltracking === null) && taken.isOfAnother(number, shipment.id)
    const [ties, isMatchedWith] = [await readTies(service.db, carrier, shipments), await readMatched(service.db, carrier, numbers)]
    return ({ kind, occurred_at, reported }, shipment, env) => {
      // A time in the future is refused further down, no matter which carrier has the parcel.
      if (occurred_at !== undefined && refuseFuture(occurred_at, env.now)) return null
      const isMatched = isMatchedWith(reported?.number ?? '', shipment)
      const report = { kind: kind as ReportedKind, carrier, isMatched, mayClaim: source === 'report' }
      if (isTaken(shipment, reported?.ltracking ?? null)) return { withheld: 'several_shipments' }
      const withheld = withheldFrom(shipment, report, tiesOf(ties, shipment.id), env)
      return withheld && { withheld }
    }
  }

/**
 * Decides the outcome of a carrier's scans, in order. A scan is refused if its parcel refuses it. If a scan has no parcel, or its parcel
 * may not be changed by this carrier, it goes to the inbox, unless its time is in the future.
 */
export const recordScans = async (
  service: Service,
  carrier: { code: string; name: string },
  candidates: readonly Candidate[],
  source: Source,
): Promise<{ recorded: Recorded[]; plan: Plan }> => {
  const at = iso(service.clock.now())
  const matched = candidates.filter((candidate) => 'shipment_id' in candidate.match)
  const numbers = matched.map(({ scan }) => scan.number)
  const taken = await Taken.read(service, carrier.code, numbers)
  const requests = matched.map(({ scan, match }) => {
    const { shipment_id, is_ours } = match as Extract<Match, { shipment_id: string }>
    // If another carrier's parcel has the number, the operator's match is recorded, but this parcel gets a number of its own instead.
    const isTaken = typeof source === 'object' && taken.isOfAnother(scan.number, shipment_id)
    return requestOf(carrier.code, scan, { shipment_id, is_ours: is_ours || isTaken })
  })
  const scanner = { tenant: null, actor: { email: '', full_name: carrier.name } }
  const withhold = withholdBy(service, carrier.code, source, numbers, taken)
  let before: readonly Shipment[] = []
  const { outcomes, plan } = await scanUnlessWithheld(service, scanner, requests, (shipments) => {
    before = shipments
    return withhold(shipments)
  })
  const outcomeOf = new Map(matched.map((candidate, i) => [candidate, outcomes[i] as Scanned | Refusal | Waiting]))
  const inserts: Insert[] = []
  const updates: Update[] = []
  const write = (candidate: Candidate, outcome: Scanned | Waiting | null, reason: string | null): void => {
    const { row, scan, origin } = candidate
    const state = became(candidate, outcome, { reason, at, source, before })
    if (!row) {
      const place = placeText(scan.facts)
      const fresh = { id: newId('carrier_scan'), carrier: carrier.code, place, note: null, created_at: at, version: 1 }
      inserts.push(['carrier_scans', { ...fresh, ...scan, ...origin, ...state }])
    } else if (state.state === 'matched' || row.reason !== reason || row.shipment_id !== state.shipment_id)
      updates.push(['carrier_scans', { ...row, ...state, version: row.version + 1 }])
  }
  const recorded = candidates.map((candidate): Recorded => {
    const { row, scan, match } = candidate
    if ('reason' in match) {
      const ahead = refuseFuture(scan.occurred_at, at)
      if (ahead) return { refused: ahead }
      write(candidate, null, match.reason)
      return 'unmatched'
    }
    const outcome = outcomeOf.get(candidate) as Scanned | Refusal | Waiting
    if (isWaiting(outcome)) {
      write(candidate, outcome, outcome.withheld)
      return 'unmatched'
    }
    if (!isRefusal(outcome)) {
      write(candidate, outcome, null)
      return 'matched'
    }
    if (row) write(candidate, null, outcome.code)
    return { refused: outcome }
  })
  return { recorded, plan: mergePlans([plan, { inserts, updates }]) }
}

export const faultOfRefusal = (row: number, { code, message, details }: Refusal) => {
  const [first] = (details.errors ?? []) as FieldError[]
  if (first) return { row, field: first.path.slice(1), code: first.rule, message: first.message }
  return { row, field: '', code, message }
}
