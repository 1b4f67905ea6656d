import type { DecisionContext } from '@backhaul/core/effects.ts'
import { refuseUnregistered } from '@backhaul/core/policy.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Plan } from '../../commit/plan.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { Slice } from '../../process/slice.ts'
import type { Answer, CommandResult, Execute } from '../../service/execute.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { holds } from './bounds.ts'
import { asStored, checkScan, type ScanRequest } from './check.ts'
import { foundBy, isIntake, readFacts, type ScanFacts, type Scanner } from './facts.ts'
import { Ledger, type Scanned } from './ledger.ts'
import { countLookUp, LATER, lookUpsLeft } from './misses.ts'
import { scanAnswer } from './resource.ts'

/**
 * Returns a result that is given instead of recording a scan. Null: record the scan. `shipment` is the shipment after the earlier scans of
 * the batch.
 */
export type Withhold<Withheld> = (scan: ScanRequest, shipment: Shipment, env: DecisionContext) => Withheld | null

/**
 * Decides scans in the given order, each on the state after the earlier ones. Returns the result of each and one plan that writes them all.
 * A refused scan writes nothing and does not affect the others in the request (docs/guide/scans.md#many-scans-at-once). This function needs
 * no HTTP request.
 */
export const scanParcels = (
  service: Service,
  scanner: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
): Promise<{ outcomes: (Scanned | Refusal)[]; plan: Plan }> => scanUnlessWithheld<never>(service, scanner, scans, async () => () => null)

/**
 * Like `scanParcels`, but may withhold some scans instead of recording them. `judge` makes the function that decides this, and may first
 * read what it needs.
 */
export const scanUnlessWithheld = async <Withheld>(
  service: Service,
  scanner: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
  judge: (shipments: readonly Shipment[]) => Promise<Withhold<Withheld>>,
): Promise<{ outcomes: (Scanned | Refusal | Withheld)[]; plan: Plan }> => {
  // The partner of an operator's scan is not known yet, so the time of such a scan is checked later, with the clock of the parcel's
  // partner.
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

/** Refuses scans by codes that may be guesses, once too many of a person's codes matched no parcel (misses.ts). */
const withinLookUps = async (
  service: Service,
  { limitedPerson, hands }: Scanner,
  scans: readonly (ScanRequest | Refusal)[],
  { found, shipments }: ScanFacts,
): Promise<readonly (ScanRequest | Refusal)[]> => {
  if (!limitedPerson) return scans
  const shipmentOf = (scan: ScanRequest) => shipments.get(foundBy(scan, found)?.shipment_id ?? '')
  const mayBeGuessed = (scan: ScanRequest): boolean => {
    const shipment = shipmentOf(scan)
    return scan.shipment_id === undefined && !(shipment && holds(hands ?? null, shipment))
  }
  const guesses = scans.filter((scan): scan is ScanRequest => !isRefusal(scan) && mayBeGuessed(scan))
  if (guesses.length === 0) return scans
  const left = await lookUpsLeft(service, limitedPerson)
  let misses = 0
  const taken = new Set<ScanRequest>()
  for (const guess of guesses) {
    if (taken.size >= left.look_ups || misses >= left.misses) break
    taken.add(guess)
    if (!shipmentOf(guess)) misses++
  }
  const slowed = await countLookUp(service, limitedPerson, { misses })
  const isGuess = new Set<ScanRequest | Refusal>(guesses)
  return scans.map((scan) => (isGuess.has(scan) && (slowed || !taken.has(scan as ScanRequest)) ? (slowed ?? LATER) : scan))
}

/**
 * Makes one attempt to record one scan. Errors: `validation_failed`, `not_found` with the name of the field, `qr_not_valid`,
 * `invalid_transition`.
 */
export const attemptScan = async (service: Service, scanner: Scanner, scan: ScanRequest): Promise<CommandResult> => {
  const { outcomes, plan } = await scanParcels(service, scanner, [scan])
  const outcome = outcomes[0] as Scanned | Refusal
  return isRefusal(outcome) ? outcome : { status: 200, body: scanAnswer(outcome, service.links, scanner.hands ?? null), plan }
}

/**
 * The lock (see runExclusive) for intakes of a partner's parcels at a counter. A null tenant stands for any partner. Parcels of different
 * partners do not wait for each other, because each partner has its own manifests.
 */
export const counterLock = (tenant: string | null, storeId: string): string => `counter/${tenant ?? ''}/${storeId}`

/**
 * Bulk requests of a partner with at least this many scans share a lock. Otherwise two requests for the same parcels would conflict and be
 * decided again and again.
 */
const MANY_SCANS = 20

/**
 * Runs an attempt to record these scans for a tenant. Intakes at one counter share a lock, because they all change the counter's manifest
 * of the day. Large bulk requests share a lock, because they may name the same parcels.
 */
export const executeScans = (
  tenant: string | null,
  scans: readonly (ScanRequest | Refusal)[],
  execute: Execute,
  attempt: () => Promise<CommandResult>,
): Promise<Answer | Refusal> => {
  const stores = scans.flatMap((scan) => (!isRefusal(scan) && isIntake(scan.kind) ? (scan.store_id ?? []) : []))
  const locks = [...new Set(stores)].map((store) => counterLock(tenant, store))
  if (scans.length >= MANY_SCANS) locks.push(`bulk/${tenant ?? ''}`)
  return runExclusive(locks, () => execute(attempt))
}
