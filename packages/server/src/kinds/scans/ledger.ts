import { seenBy } from '@backhaul/core/custody.ts'
import { decideScan } from '@backhaul/core/decide-scan.ts'
import type { DecisionContext, Effects } from '@backhaul/core/effects.ts'
import type { EventRecord } from '@backhaul/core/events/catalog.ts'
import { collectedAt, isCollection, type PickupRow } from '@backhaul/core/pickup.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { QrRow, ScanRow, Shipment } from '@backhaul/core/shipment.ts'
import type { SweepRow } from '@backhaul/core/sweep.ts'
import type { Guard, Insert, Plan, Update } from '../../commit/plan.ts'
import { planOf } from '../../service/plan.ts'
import { OPERATOR } from '../documents/queries.ts'
import { manifestDay } from '../manifests/assign.ts'
import { givenOf, type ScanRequest } from './check.ts'
import { documentsOf, type IdentifiedParcel, isIntake, nameOf, occurredAt, type ScanFacts } from './facts.ts'

/** The result of one scan. */
export interface Scanned {
  shipment: Shipment
  scan: ScanRow
  applied: boolean
  /** Ids of the events, in order. */
  events: string[]
}

/** A row as it was read, and the same row after the scans so far. */
interface Entry<Row> {
  before: Row
  now: Row
}

/**
 * Applies scans one after another, each to the state after the earlier ones, and collects the changes into one plan. So all changes and the
 * idempotent answer commit together. A shipment that several scans change is written once, and its version rises by one.
 */
export class Ledger {
  readonly #facts: ScanFacts
  readonly #shipments = new Map<string, Entry<Shipment>>()
  readonly #qrs = new Map<string, Entry<QrRow>>()
  /** Pickups that these scans collected. */
  readonly #pickups = new Map<string, PickupRow>()
  /** Visits whose driver collected parcels. None of them may be canceled before the commit. */
  readonly #visits = new Map<string, SweepRow>()
  /** Shipments for which one of these scans has opened a discrepancy. */
  readonly #lateCustody = new Set<string>()
  readonly #inserts: Insert[] = []
  readonly #events: EventRecord[] = []

  constructor(facts: ScanFacts) {
    this.#facts = facts
  }

  /** The parcel after the scans so far, with its decision context. Undefined if there is no such parcel. */
  parcelOf(scan: ScanRequest): { shipment: Shipment; env: DecisionContext } | undefined {
    const found = this.#identify(scan)
    if (isRefusal(found)) return undefined
    const shipment = this.#shipment(found.shipment_id) as Shipment
    return { shipment, env: this.#facts.envs.get(shipment.partner_id) as DecisionContext }
  }

  /** Records one scan. Errors: those of decideScan; `not_found` with the name of the identification or the document. */
  record(scan: ScanRequest): Scanned | Refusal {
    const found = this.#identify(scan)
    if (isRefusal(found)) return found
    const shipment = this.#shipment(found.shipment_id) as Shipment
    const unusable = this.#refuseDocument(scan, shipment)
    if (unusable) return unusable
    const env = this.#facts.envs.get(shipment.partner_id) as DecisionContext
    const sweep = scan.kind === 'collect' ? this.#facts.visits.of(scan, occurredAt(scan, shipment, env), shipment, env.rates) : null
    const decided = decideScan(shipment, scan, { ...env, ...this.#circumstances(scan, found, shipment), sweep })
    if (isRefusal(decided)) return decided
    if (sweep && decided.shipment.sweep_id === sweep.id) this.#visits.set(sweep.id, sweep)
    if (scan.kind === 'collect') this.#collect(shipment.id, decided.scan as ScanRow)
    return this.#write(scan, shipment, decided, env)
  }

  /** The plan for everything recorded so far. */
  plan(): Plan {
    const updates: Update[] = []
    const guards: Guard[] = []
    for (const { before, now } of this.#shipments.values()) {
      if (now.version === before.version) guards.push(['shipments', now])
      else updates.push(['shipments', now])
    }
    for (const sweep of this.#visits.values()) guards.push(['sweeps', sweep])
    for (const { now } of this.#qrs.values()) updates.push(['qrs', now])
    for (const pickup of this.#pickups.values()) updates.push(['pickups', pickup])
    const manifests = this.#facts.book.plan()
    return {
      inserts: [...this.#inserts, ...manifests.inserts],
      updates: [...updates, ...manifests.updates],
      guards,
      events: this.#events,
    }
  }

  #shipment(id: string): Shipment | undefined {
    return this.#shipments.get(id)?.now ?? this.#facts.shipments.get(id)
  }

  #qr(id: string): QrRow | null {
    return this.#qrs.get(id)?.now ?? this.#facts.qrs.get(id) ?? null
  }

  #identify(scan: ScanRequest): IdentifiedParcel | Refusal {
    const [field] = givenOf(scan)
    if (!field) throw new Error('a scan without an identification passed its check')
    const found = this.#facts.found.get(nameOf(field, scan[field] as string))
    if (found && this.#shipment(found.shipment_id)) return found
    return refuse('not_found', `No parcel with this ${field} exists for your account.`, { field })
  }

  #refuseDocument(scan: ScanRequest, { partner_id }: Shipment): Refusal | null {
    const isUsable = (owner: string | undefined) => owner === partner_id || (this.#facts.tenant === null && owner === OPERATOR)
    const unusable = documentsOf(scan).find(({ id }) => !isUsable(this.#facts.owners.get(id)))
    if (!unusable) return null
    const { field } = unusable
    return refuse('not_found', `No document with this ${field} exists; upload the image with POST /v2/documents first.`, { field })
  }

  #circumstances(scan: ScanRequest, { qr_id }: IdentifiedParcel, shipment: Shipment) {
    return {
      store: this.#facts.stores.get(scan.store_id ?? '') ?? null,
      facility: this.#facts.facilities.get(scan.facility ?? '') ?? null,
      qr: shipment.qr_id === null ? null : this.#qr(shipment.qr_id),
      presented: qr_id === null ? null : this.#qr(qr_id),
      late_custody_reported: this.#facts.late_custody.has(shipment.id) || this.#lateCustody.has(shipment.id),
    }
  }

  /** A `collect` scan marks the pickup as collected even if the scan is only recorded and does not change the shipment's status. */
  #collect(shipment_id: string, { occurred_at }: ScanRow): void {
    const read = this.#facts.pickups.get(shipment_id)?.find((pickup) => isCollection(pickup, occurred_at))
    const collected = read && collectedAt(this.#pickups.get(read.id) ?? read, occurred_at)
    if (collected) this.#pickups.set(read.id, { ...collected, version: read.version + 1 })
  }

  #write(scan: ScanRequest, shipment: Shipment, decided: Effects, env: DecisionContext): Scanned {
    const before = this.#shipments.get(shipment.id)?.before ?? shipment
    const manifest_id = this.#countOnManifest(scan, decided, env) ?? shipment.manifest_id
    const written = decided.shipment === shipment ? shipment : { ...decided.shipment, manifest_id, version: before.version + 1 }
    const now = seenBy(written, decided.scan as ScanRow)
    this.#shipments.set(shipment.id, { before, now })
    const qr = decided.qr_changed
    if (qr) {
      const read = this.#qrs.get(qr.id)?.before ?? (this.#facts.qrs.get(qr.id) as QrRow)
      this.#qrs.set(qr.id, { before: read, now: { ...qr, version: read.version + 1 } })
    }
    if (decided.discrepancy) this.#lateCustody.add(shipment.id)
    const rows = planOf(decided, shipment, env.now)
    this.#inserts.push(...rows.inserts)
    this.#events.push(...rows.events)
    return { shipment: now, scan: decided.scan as ScanRow, applied: decided.applied, events: rows.events.map(({ id }) => id) }
  }

  /** The manifest that counts the parcel. Undefined when the scan is not an intake at a known counter. */
  #countOnManifest(scan: ScanRequest, { applied, shipment }: Effects, env: DecisionContext): string | undefined {
    const store = applied && isIntake(scan.kind) ? this.#facts.stores.get(scan.store_id ?? '') : undefined
    return store && this.#facts.book.count(manifestDay(shipment.partner_id, store, occurredAt(scan, shipment, env)), env)
  }
}
