// Scans: what physically happened to a parcel. A scan is recorded whenever the shipment can have had it, and moves the status only
// forward; the table in ./transitions.ts says which does what. Contract §7, §8 and §14.
import type { AdjustmentRow } from './adjustment.ts'
import { withCarrier } from './carrier.ts'
import { correct } from './correction.ts'
import { isLateCustody } from './decide-custody.ts'
import { lateCustody } from './decide-discrepancy.ts'
import { type Effects, type Env, effects, permit } from './effects.ts'
import * as event from './events/build.ts'
import { decimal, type Handling, type PlaceFacts, type StoreFacts } from './events/build.ts'
import type { EventDraft } from './events/record.ts'
import { mintLabel } from './label-minting.ts'
import { type ParcelInput, parcelFrom } from './parcel.ts'
import { refusePresented, statusWhenPresented } from './qr.ts'
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import { scanRow } from './scan-row.ts'
import type { LabelRow, QrRow, RejectReason, Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'

export interface ScanInput {
  kind: ScanKind
  /** Any ISO 8601 time with an offset; now when absent. */
  occurred_at?: string
  store_id?: string
  facility?: string
  scanner_email?: string
  scanner_name?: string
  /** Degrees, or the same as decimal text. */
  lat?: number | string
  lon?: number | string
  /** walk-in */
  reweigh?: ParcelInput
  /** reject */
  reject_reason?: RejectReason
  reject_reason_note?: string
  /** inject; any carrier's code, as the scan tells what happened */
  carrier?: string
  ltracking?: string
  /** movement, out-for-delivery: YYYY-MM-DD */
  scheduled_delivery_date?: string
  /** deliver; the caller has checked that the document is the partner's */
  pod_document_id?: string
  signed_by?: string
}

export interface ScanEnv extends Env {
  /** Null when the scan names none or names one that is not known. */
  store: StoreFacts | null
  facility: PlaceFacts | null
  /** The QR that was presented, else the shipment's current one. */
  qr: QrRow | null
  /** Whether the scan identified the parcel by that QR. */
  qr_presented: boolean
  /** collect: the visit that is ordered for such a parcel where and when it was collected. */
  sweep: { id: string } | null
  /** Whether a late custody scan has opened a discrepancy of this shipment already. */
  late_custody_reported: boolean
}

const FUTURE_TOLERANCE_MS = 5 * 60_000

/** Null when the time is not more than 5 minutes ahead of `now`. */
export const refuseFuture = (occurred_at: string, now: string): Refusal | null =>
  Date.parse(occurred_at) > Date.parse(now) + FUTURE_TOLERANCE_MS
    ? invalidField('/occurred_at', 'past', 'lies more than 5 minutes ahead; send when it happened')
    : null

/** What each kind tells beside who, when and where; kept in the history. */
const DETAIL_KEYS = [
  'reweigh',
  'reject_reason',
  'reject_reason_note',
  'carrier',
  'ltracking',
  'scheduled_delivery_date',
  'pod_document_id',
  'signed_by',
] as const satisfies readonly (keyof ScanInput)[]

const detailsOf = (scan: ScanInput): Record<string, unknown> =>
  Object.fromEntries(DETAIL_KEYS.filter((key) => scan[key] !== undefined).map((key) => [key, scan[key]]))

const handlingOf = (scan: ScanInput, env: ScanEnv): Handling => {
  const located = scan.lat !== undefined && scan.lon !== undefined
  return {
    occurred_at: scan.occurred_at === undefined ? env.now : new Date(scan.occurred_at).toISOString(),
    scanner_email: scan.scanner_email ?? null,
    scanner_name: scan.scanner_name ?? null,
    lat: located ? decimal(Number(scan.lat)) : null,
    lon: located ? decimal(Number(scan.lon)) : null,
    store: env.store,
    facility: env.facility,
  }
}

/** What a scan that applies comes to, before its history row is written. */
interface Applied {
  after: Shipment
  events: EventDraft[]
  label?: LabelRow
  adjustments?: AdjustmentRow[]
  qr_changed?: QrRow
}

/** Takes the parcel in from its sender: labels it if need be, spends its QR, and charges what the scales say. */
const walkIn = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanEnv): Applied => {
  const taken: Shipment = { ...shipment, status: 'in_possession', store_id: env.store?.id ?? shipment.store_id }
  const minted = shipment.label_id === null ? mintLabel(taken, env) : null
  const labeled = minted?.shipment ?? taken
  // Whatever the counter read off the parcel, it hands in the parcel of this QR. One that no longer validates stays what it is.
  const isSpent = env.qr !== null && statusWhenPresented(env.qr, at.occurred_at) === 'active'
  const correction = scan.reweigh ? correct(labeled, parcelFrom(scan.reweigh, labeled.parcel), env) : null
  const after = correction?.shipment ?? labeled

  const events: EventDraft[] = []
  if (minted) events.push(event.labelReady(labeled, env.actor))
  const counter = { storeCode: env.store?.code, pudoCode: env.store?.pudo_code }
  events.push(event.handled('qr.scanned', after, at, counter, { qr: env.qr?.id }))
  events.push(event.handled('shipment.in_possession', after, at, {}))
  if (correction) events.push(event.adjusted(after, correction.adjustment, env.actor))
  return {
    after,
    events,
    ...(minted && { label: minted.label }),
    ...(correction && { adjustments: [correction.adjustment] }),
    ...(env.qr && isSpent && { qr_changed: { ...env.qr, status: 'used', used_at: at.occurred_at, version: env.qr.version + 1 } }),
  }
}

const accept = (shipment: Shipment, at: Handling, env: ScanEnv): Applied => {
  const after: Shipment = { ...shipment, status: 'ready_for_pickup', store_id: env.store?.id ?? shipment.store_id }
  return { after, events: [event.handled('shipment.ready_for_pickup', after, at, {})] }
}

const reject = (shipment: Shipment, scan: ScanInput, at: Handling): Applied => {
  const rejectReason = scan.reject_reason ?? 'other'
  const rejectReasonNote = scan.reject_reason_note ?? null
  const after: Shipment = {
    ...shipment,
    status: 'rejected',
    rejected_at: at.occurred_at,
    reject_reason: rejectReason,
    reject_reason_note: rejectReasonNote,
  }
  return { after, events: [event.handled('shipment.rejected', after, at, { rejectReason, rejectReasonNote })] }
}

const deliver = (shipment: Shipment, scan: ScanInput, at: Handling): Applied => {
  const image = scan.pod_document_id ?? null
  const proofs = (image === null ? 0 : 1) + (scan.signed_by === undefined ? 0 : 1)
  const podGrade = proofs === 2 ? 'A' : proofs === 1 ? 'B' : 'C'
  const after: Shipment = { ...shipment, status: 'delivered', pod_document_id: image, pod_grade: podGrade }
  const pod = image && event.documentUrl(image)
  return { after, events: [event.handled('shipment.delivered', after, at, { pod, podGrade, carrier: after.carrier })] }
}

/** The scans by which the onward carrier tells of a parcel that it has. */
const byCarrier = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanEnv): Applied => {
  const carried = withCarrier(shipment, scan, env)
  const scheduled_delivery_date = scan.scheduled_delivery_date ?? shipment.scheduled_delivery_date
  switch (scan.kind) {
    case 'inject': {
      const after: Shipment = { ...carried, status: 'injected' }
      return { after, events: [event.handled('shipment.injected', after, at, { carrier: after.carrier })] }
    }
    case 'movement': {
      const after: Shipment = { ...carried, status: 'in_transit', scheduled_delivery_date }
      return { after, events: event.inTransit(after, env.actor, at) }
    }
    case 'out-for-delivery': {
      const after: Shipment = { ...carried, status: 'out_for_delivery', scheduled_delivery_date }
      const specific = { carrier: after.carrier, scheduledDeliveryDate: scheduled_delivery_date }
      return { after, events: [event.handled('shipment.out_for_delivery', after, at, specific)] }
    }
    default:
      return deliver(carried, scan, at)
  }
}

const INSIDE = {
  collect: ['picked_up', 'shipment.picked_up'],
  custody: ['in_possession', 'shipment.in_possession'],
  arrive: ['at_sort_center', 'shipment.at_sort_center'],
  sort: ['sorted', 'shipment.sorted'],
} as const

/**
 * A parcel carries the sweep of the visit that collected it; where none was ordered, it keeps the one that it is booked for. Decision 114.
 */
const collect = (shipment: Shipment, { sweep }: ScanEnv): Shipment => ({ ...shipment, sweep_id: sweep?.id ?? shipment.sweep_id })

/**
 * A collection that is recorded only, as of a parcel that a walk-in took in. It does not take the parcel off the visit of an earlier one.
 * The row of a parcel that has a live pickup is written even if it stays as it is: a cancellation under way then decides again, and
 * finds that the parcel was collected.
 */
const collectLate = (shipment: Shipment, env: ScanEnv): Shipment => {
  const isBooked = shipment.pickup_id !== null
  if (isBooked) return collect(shipment, env)
  return shipment.sweep_id === null && env.sweep ? collect(shipment, env) : shipment
}

const apply = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanEnv): Applied => {
  switch (scan.kind) {
    case 'walk-in':
      return walkIn(shipment, scan, at, env)
    case 'accept':
      return accept(shipment, at, env)
    case 'reject':
      return reject(shipment, scan, at)
    case 'collect':
    case 'custody':
    case 'arrive':
    case 'sort': {
      const [status, type] = INSIDE[scan.kind]
      const after: Shipment = { ...(scan.kind === 'collect' ? collect(shipment, env) : shipment), status }
      return { after, events: [event.handled(type, after, at, {})] }
    }
    default:
      return byCarrier(shipment, scan, at, env)
  }
}

/**
 * A scan that does not move its shipment, with applied: false. It fires nothing, unless it is the first to show that the network had a
 * parcel whose shipment has ended meanwhile.
 */
const recordOnly = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanEnv): Effects => {
  const row = scanRow(shipment, scan.kind, false, at, detailsOf(scan), env, scan)
  const after = scan.kind === 'collect' ? collectLate(shipment, env) : shipment
  if (env.late_custody_reported || !isLateCustody(shipment, scan.kind, at.occurred_at)) {
    return effects(shipment, after, env, { applied: false, scan: row })
  }
  const opened = lateCustody(shipment, { observed: scan.reweigh ?? {}, store_id: env.store?.id ?? null }, env)
  // The row is written although it stays as it is: of two such scans at once the other decides again, and finds the discrepancy.
  const written = { ...after }
  return effects(shipment, written, env, { applied: false, scan: row, discrepancy: opened.discrepancy, events: [opened.event] })
}

/**
 * One scan of one parcel. Late ones are recorded with applied: false and fire nothing, but for what `recordOnly` says.
 * Errors: `validation_failed` on `/occurred_at` more than 5 minutes ahead; `qr_not_valid` for a presented QR that is neither active nor
 * the used one; `invalid_transition` where there is no label yet, and for a counter where the shipment has ended.
 */
export const decideScan = (shipment: Shipment, scan: ScanInput, env: ScanEnv): Effects | Refusal => {
  const at = handlingOf(scan, env)
  const ahead = refuseFuture(at.occurred_at, env.now)
  if (ahead) return ahead
  const notValid = env.qr && env.qr_presented ? refusePresented(env.qr, at.occurred_at) : null
  if (notValid) return notValid
  if (isLateCustody(shipment, scan.kind, at.occurred_at)) return recordOnly(shipment, scan, at, env)
  const allowed = permit(scan.kind, shipment)
  if (isRefusal(allowed)) return allowed
  if (allowed === 'late') return recordOnly(shipment, scan, at, env)
  const { after, ...rest } = apply(shipment, scan, at, env)
  return effects(shipment, after, env, { ...rest, scan: scanRow(after, scan.kind, true, at, detailsOf(scan), env, scan) })
}
