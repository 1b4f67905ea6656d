import type { DecisionContext } from '@backhaul/core/effects.ts'
import { refuseUnregistered } from '@backhaul/core/policy.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Plan } from '../../commit/plan.ts'
import { Slice } from '../../process/slice.ts'
import { inTurn } from '../../process/turns.ts'
import type { Answer, CommandResult, Execute } from '../../service/execute.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { holds } from './bounds.ts'
import { asStored, checkScan, type ScanRequest } from './check.ts'
import { foundBy, isIntake, readFacts, type ScanFacts, type Scanner } from './facts.ts'
import { Ledger, type Scanned } from './ledger.ts'
import { countLookUp, LATER, lookUpsLeft } from './misses.ts'
import { scanAnswer } from './resource.ts'

/**
 * Returns a result that replaces the recording of a scan. Null: record the scan. `shipment` is the shipment after the earlier scans of the
 * batch.
 */
export type Withhold<Withheld> = (scan: ScanRequest, shipment: Shipment, env: DecisionContext) => Withheld | null

/**
 * Decides scans in the given order, each on top of the earlier ones. Returns the result of each and one plan that writes them all. A
 * refused scan writes nothing and does not affect the others in the request (docs/guide/scans.md#many-scans-at-once). Callable without
 * HTTP.
 */
export const scanParcels = (
  service: Service,
  scanner: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
): Promise<{ outcomes: (Scanned | Refusal)[]; plan: Plan }> => scanUnlessWithheld<never>(service, scanner, scans, async () => () => null)

/** Decides scans like `scanParcels`, but may withhold some. `judge` reads the facts for that decision. */
export const scanUnlessWithheld = async <Withheld>(
  service: Service,
  scanner: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
  judge: (shipments: readonly Shipment[]) => Promise<Withhold<Withheld>>,
): Promise<{ outcomes: (Scanned | Refusal | Withheld)[]; plan: Plan }> => {
  // An operator's scan is checked later against the clock of the parcel's partner, when the partner is known.
  const now = scanner.tenant && (await partnerNow(service, scanner.tenant))
  const tables = await service.network.tables()
  const checked = scans.map((scan) =>
    isRefusal(scan) ? scan : (checkScan(scan, now) ?? refuseUnregistered(scan, tables) ?? asStored(scan)),
  )
  const usable = checked.filter((scan): scan is ScanRequest => !isRefusal(scan))
  const facts = await readFacts(service, scanner, usable)
  const withhold = await judge([...facts.shipments.values()])
  const ledger = new Ledger(facts)
  const record = (scan: ScanRequest): Scanned | Refusal | Withheld => {
    const parcel = ledger.parcelOf(scan)
    const withheld = parcel ? withhold(scan, parcel.shipment, parcel.env) : null
    return withheld ?? ledger.record(scan)
  }
  const outcomes: (Scanned | Refusal | Withheld)[] = []
  const slice = new Slice()
  for (const scan of await withinLookUps(service, scanner, checked, facts)) {
    if (slice.isOver) await slice.next()
    outcomes.push(isRefusal(scan) ? scan : record(scan))
  }
  return { outcomes, plan: ledger.plan() }
}

/** Refuses scans by codes that may be guesses, once too many of them named no parcel (misses.ts). */
const withinLookUps = async (
  service: Service,
  { guesser, hands }: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
  { found, shipments }: ScanFacts,
): Promise<readonly (ScanRequest | Refusal)[]> => {
  if (!guesser) return scans
  const shipmentOf = (scan: ScanRequest) => shipments.get(foundBy(scan, found)?.shipment_id ?? '')
  const mayBeGuessed = (scan: ScanRequest): boolean => {
    const shipment = shipmentOf(scan)
    return scan.shipment_id === undefined && !(shipment && holds(hands ?? null, shipment))
  }
  const guesses = scans.filter((scan): scan is ScanRequest => !isRefusal(scan) && mayBeGuessed(scan))
  if (guesses.length === 0) return scans
  const left = await lookUpsLeft(service, guesser)
  let misses = 0
  const taken = new Set<ScanRequest>()
  for (const guess of guesses) {
    if (taken.size >= left.look_ups || misses >= left.misses) break
    taken.add(guess)
    if (!shipmentOf(guess)) misses++
  }
  const slowed = await countLookUp(service, guesser, { misses })
  const isGuess = new Set<ScanRequest | Refusal>(guesses)
  return scans.map((scan) => (isGuess.has(scan) && (slowed || !taken.has(scan as ScanRequest)) ? (slowed ?? LATER) : scan))
}

/**
 * Makes one attempt at one scan. Errors: `validation_failed`, `not_found` with the name of the field, `qr_not_valid`, `invalid_transition`.
 */
export const attemptScan = async (service: Service, scanner: Scanner, scan: ScanRequest): Promise<CommandResult> => {
  const { outcomes, plan } = await scanParcels(service, scanner, [scan])
  const outcome = outcomes[0] as Scanned | Refusal
  return isRefusal(outcome) ? outcome : { status: 200, body: scanAnswer(outcome, service.links, scanner.hands ?? null), plan }
}

/**
 * The turn (see inTurn) for parcels that a counter takes in for a partner; null: for any partner. Parcels of different partners do not wait
 * for each other, because each partner has its own manifests.
 */
export const counterTurn = (tenant: string | null, storeId: string): string => `counter/${tenant ?? ''}/${storeId}`

/**
 * From this size on, bulk requests of a partner take turns. Two bulks on the same parcels would otherwise conflict and be decided again and
 * again.
 */
const MANY_SCANS = 20

/**
 * Executes an attempt that makes these scans of a tenant. Intakes at one counter take turns because they all change its manifest of the
 * day. Large bulks take turns because they may name the same parcels.
 */
export const executeScans = (
  tenant: string | null,
  scans: readonly (ScanRequest | Refusal)[],
  execute: Execute,
  attempt: () => Promise<CommandResult>,
): Promise<Answer | Refusal> => {
  const stores = scans.flatMap((scan) => (!isRefusal(scan) && isIntake(scan.kind) ? (scan.store_id ?? []) : []))
  const turns = [...new Set(stores)].map((store) => counterTurn(tenant, store))
  if (scans.length >= MANY_SCANS) turns.push(`bulk/${tenant ?? ''}`)
  return inTurn(turns, () => execute(attempt))
}
