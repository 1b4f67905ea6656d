// Scans record physical events of a parcel. A scan is recorded whenever it can have happened to the shipment, and moves the status only
// forward. The table in ./transitions.ts defines the effect of each scan (docs/guide/scans.md).

import type { AdjustmentRow } from './adjustment.ts'
import { withCarrier } from './carrier.ts'
import { remeasure } from './correction.ts'
import { endedAfter, isLateCustody } from './decide-custody.ts'
import { lateCustody } from './decide-discrepancy.ts'
import { type DecisionContext, type Effects, effects, permit } from './effects.ts'
import * as handlingEvent from './events/build-handling.ts'
import { decimal, type Handling } from './events/build-handling.ts'
import * as moneyEvent from './events/build-money.ts'
import * as shipmentEvent from './events/build-shipment.ts'
import type { EventDraft } from './events/catalog.ts'
import { mintLabel } from './label-minting.ts'
import type { Facility, Store } from './network.ts'
import { type ParcelInput, parcelFrom } from './parcel.ts'
import { refusePresented, spentQr } from './qr.ts'
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import { scanRow } from './scan-row.ts'
import type { LabelRow, Place, QrRow, RejectReason, Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'
import { unreachable } from './unreachable.ts'

export interface ScanInput {
  kind: ScanKind
  /** Any ISO 8601 time with an offset. Defaults to now. */
  occurred_at?: string
  /** The same time by the device's own clock. It has no effect on decisions. */
  device_time?: string
  store_id?: string
  facility?: string
  scanner_email?: string
  scanner_name?: string
  /** Degrees, as a number or as decimal text. */
  lat?: number | string
  lon?: number | string
  /** Walk-in only. */
  reweigh?: ParcelInput
  /** Reject only. */
  reject_reason?: RejectReason
  reject_reason_note?: string
  /** The caller has checked that the document belongs to the partner. */
  photo_document_id?: string
  /** Collect only. */
  handed_to?: string
  /** Inject only. Any carrier's code is accepted, because the scan reports a fact. */
  carrier?: string
  ltracking?: string
  /** Movement and out-for-delivery only. YYYY-MM-DD. */
  scheduled_delivery_date?: string
  /** Deliver only. The caller has checked that the document belongs to the partner. */
  pod_document_id?: string
  signed_by?: string
  /** Rehearsals only: the place of the parcel, without a store or facility. */
  place?: Place
  /**
   * Carrier reports only. `code` and `number` are the carrier's. `ltracking` is the same number, for use as the tracking number, or null if
   * the number is one of the network's own. `place` is the place that the carrier names.
   */
  reported?: { code: string; number: string; ltracking: string | null; place: Place | null }
}

export interface ScanContext extends DecisionContext {
  /** Null: the scan names no store, or an unknown one. */
  store: Store | null
  facility: Facility | null
  /** The shipment's current QR. */
  qr: QrRow | null
  /** The QR that identified the parcel. Null: something else identified it. */
  presented: QrRow | null
  /** Collect only: the sweep that was ordered to collect such parcels at this place and time. */
  sweep: { id: string } | null
  /** Whether a late custody scan has already opened a discrepancy for this shipment. */
  late_custody_reported: boolean
}

/** Returns the time at which a scan counts as having happened: not before the creation of its shipment. */
export const notBeforeCreation = (occurred_at: string, { created_at }: Pick<Shipment, 'created_at'>): string =>
  occurred_at < created_at ? created_at : occurred_at

const FUTURE_TOLERANCE_MS = 5 * 60_000

/** Refuses a time more than 5 minutes ahead of `now`. Null: the time is accepted. */
export const refuseFuture = (occurred_at: string, now: string): Refusal | null =>
  Date.parse(occurred_at) > Date.parse(now) + FUTURE_TOLERANCE_MS
    ? invalidField('/occurred_at', 'past', 'is more than 5 minutes in the future; send the time of the scan')
    : null

/** Fields of each kind other than actor, time and place. The history keeps them. */
const DETAIL_KEYS = [
  'reweigh',
  'reject_reason',
  'reject_reason_note',
  'photo_document_id',
  'handed_to',
  'carrier',
  'ltracking',
  'scheduled_delivery_date',
  'pod_document_id',
  'signed_by',
] as const satisfies readonly (keyof ScanInput)[]

const detailsOf = (scan: ScanInput): Record<string, unknown> => ({
  ...Object.fromEntries(DETAIL_KEYS.filter((key) => scan[key] !== undefined).map((key) => [key, scan[key]])),
  ...(scan.reported && { carrier_code: scan.reported.code, carrier_number: scan.reported.number }),
})

const handlingOf = (shipment: Shipment, scan: ScanInput, env: ScanContext): Handling => {
  const located = scan.lat !== undefined && scan.lon !== undefined
  const sent_occurred_at = scan.occurred_at === undefined ? env.now : new Date(scan.occurred_at).toISOString()
  const occurred_at = notBeforeCreation(sent_occurred_at, shipment)
  const place = scan.reported?.place ?? scan.place
  return {
    occurred_at,
    ...(occurred_at !== sent_occurred_at && { sent_occurred_at }),
    scanner_email: scan.scanner_email ?? null,
    scanner_name: scan.scanner_name ?? null,
    lat: located ? decimal(Number(scan.lat)) : null,
    lon: located ? decimal(Number(scan.lon)) : null,
    store: env.store,
    facility: env.facility,
    ...(place && { place }),
  }
}

/** The result of an applied scan, before its history row is written. */
interface Applied {
  after: Shipment
  events: EventDraft[]
  label?: LabelRow
  adjustments?: AdjustmentRow[]
  qr_changed?: QrRow
}

const takenIn = (shipment: Shipment, at: Handling, { store }: ScanContext): Shipment => ({
  ...shipment,
  store_id: store?.id ?? shipment.store_id,
  taken_in_at: at.occurred_at,
})

/** Accepts the parcel from its sender: labels it if necessary, uses up its QR, and charges for a measured difference. */
const walkIn = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
  // The QR of the shipment is used up, even if something else identified the parcel.
  const spent = spentQr(env.qr, at.occurred_at)
  const taken: Shipment = { ...takenIn(shipment, at, env), status: 'in_possession', ...(spent && { qr_status: spent.status }) }
  const minted = shipment.label_id === null ? mintLabel(taken, env) : null
  const labeled = minted?.shipment ?? taken
  const remeasured = scan.reweigh ? remeasure(labeled, parcelFrom(scan.reweigh, labeled.parcel), env) : null
  const after = remeasured?.shipment ?? labeled

  const events: EventDraft[] = []
  if (minted) events.push(shipmentEvent.labelReady(labeled, env.actor))
  const counter = { storeCode: env.store?.code, pudoCode: env.store?.pudo_code }
  events.push(handlingEvent.handled('qr.scanned', after, at, counter, env.presented ? { qr: env.presented.id } : {}))
  events.push(handlingEvent.handled('shipment.in_possession', after, at, {}))
  if (remeasured) events.push(moneyEvent.adjusted(after, remeasured.adjustment, env.actor))
  return {
    after,
    events,
    ...(minted && { label: minted.label }),
    ...(remeasured && { adjustments: [remeasured.adjustment] }),
    ...(spent && { qr_changed: spent }),
  }
}

const accept = (shipment: Shipment, at: Handling, env: ScanContext): Applied => {
  const after: Shipment = { ...takenIn(shipment, at, env), status: 'ready_for_pickup' }
  return { after, events: [handlingEvent.handled('shipment.ready_for_pickup', after, at, {})] }
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
  return { after, events: [handlingEvent.handled('shipment.rejected', after, at, { rejectReason, rejectReasonNote })] }
}

const deliver = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
  const image = scan.pod_document_id ?? null
  const proofs = (image === null ? 0 : 1) + (scan.signed_by === undefined ? 0 : 1)
  const podGrade = proofs === 2 ? 'A' : proofs === 1 ? 'B' : 'C'
  const after: Shipment = { ...withCarrier(shipment, scan, env), status: 'delivered', pod_document_id: image, pod_grade: podGrade }
  const pod = image && handlingEvent.documentUrl(image)
  return { after, events: [handlingEvent.handled('shipment.delivered', after, at, { pod, podGrade, carrier: after.carrier })] }
}

/**
 * The onward carrier takes over the parcel. If the parcel is in a tender at that time, this is the collect tender that led to the
 * injection.
 */
const inject = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
  const after: Shipment = { ...withCarrier(shipment, scan, env), status: 'injected' }
  const tender = shipment.tender_id
  return { after, events: [handlingEvent.handled('shipment.injected', after, at, { carrier: after.carrier }, { tender })] }
}

/** Returns the delivery date that the carrier announced last. */
const announcedDay = (shipment: Shipment, scan: ScanInput): string | null =>
  scan.scheduled_delivery_date ?? shipment.scheduled_delivery_date

const move = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
  const scheduled_delivery_date = announcedDay(shipment, scan)
  const after: Shipment = { ...withCarrier(shipment, scan, env), status: 'in_transit', scheduled_delivery_date }
  return { after, events: handlingEvent.inTransit(after, env.actor, at) }
}

const sendOut = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
  const scheduled_delivery_date = announcedDay(shipment, scan)
  const after: Shipment = { ...withCarrier(shipment, scan, env), status: 'out_for_delivery', scheduled_delivery_date }
  const specific = { carrier: after.carrier, scheduledDeliveryDate: scheduled_delivery_date }
  return { after, events: [handlingEvent.handled('shipment.out_for_delivery', after, at, specific)] }
}

const INSIDE = {
  collect: ['picked_up', 'shipment.picked_up'],
  custody: ['in_possession', 'shipment.in_possession'],
  arrive: ['at_sort_center', 'shipment.at_sort_center'],
  sort: ['sorted', 'shipment.sorted'],
} as const

/** The parcel gets the sweep of the visit that collected it. If no visit was ordered, it keeps the sweep that was booked. */
const collect = (shipment: Shipment, { sweep }: ScanContext): Shipment => ({ ...shipment, sweep_id: sweep?.id ?? shipment.sweep_id })

/**
 * A collection that is only recorded, for example because a walk-in has already brought the parcel into the network. If there was an
 * earlier collection, the sweep of that collection stays. If the shipment has a live pickup, the row of the shipment is written even if
 * nothing in it changes. A cancellation that runs at the same time must then decide again, and sees that the parcel was collected.
 */
const collectLate = (shipment: Shipment, env: ScanContext): Shipment => {
  const isBooked = shipment.pickup_id !== null
  if (isBooked) return collect(shipment, env)
  return shipment.sweep_id === null && env.sweep ? collect(shipment, env) : shipment
}

/**
 * An injection that is only recorded. It still shows which carrier has the parcel. This may be the carrier that accepted the parcel for
 * collection, even if the shipment names another carrier.
 */
const injectLate = (shipment: Shipment, scan: ScanInput, env: ScanContext): Shipment =>
  shipment.status === 'injected' && shipment.collecting_carrier !== null ? withCarrier(shipment, scan, env) : shipment

const apply = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Applied => {
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
      return { after, events: [handlingEvent.handled(type, after, at, {})] }
    }
    case 'inject':
      return inject(shipment, scan, at, env)
    case 'movement':
      return move(shipment, scan, at, env)
    case 'out-for-delivery':
      return sendOut(shipment, scan, at, env)
    case 'deliver':
      return deliver(shipment, scan, at, env)
    default:
      return unreachable(scan.kind)
  }
}

/**
 * A scan that does not move its shipment: applied is false. It fires an event only if it is the first scan to show that the network had a
 * parcel whose shipment has since ended.
 */
const recordOnly = (shipment: Shipment, scan: ScanInput, at: Handling, env: ScanContext): Effects => {
  const row = scanRow(shipment, scan.kind, false, at, detailsOf(scan), env, scan)
  const after = scan.kind === 'collect' ? collectLate(shipment, env) : scan.kind === 'inject' ? injectLate(shipment, scan, env) : shipment
  if (env.late_custody_reported || !isLateCustody(shipment, scan.kind, at.occurred_at)) {
    return effects(shipment, after, env, { applied: false, scan: row })
  }
  const opened = lateCustody(shipment, scan.kind, { observed: scan.reweigh ?? {}, store_id: env.store?.id ?? null }, env)
  // The row is written even if nothing in it changes. If two scans are recorded at the same time, the second one must then decide again,
  // and finds the discrepancy.
  const written = { ...after }
  return effects(shipment, written, env, { applied: false, scan: row, discrepancy: opened.discrepancy, events: [opened.event] })
}

/**
 * Returns the effect of a scan that happened at `occurred_at`: a move, or `late` if the scan is only recorded. `presented`: the QR that the
 * scan read. Null: the scan read no QR.
 */
export const evaluateScan = (
  shipment: Shipment,
  kind: ScanKind,
  occurred_at: string,
  presented: QrRow | null,
): Exclude<ReturnType<typeof permit>, 'nothing'> => {
  const notValid = presented && refusePresented(presented, occurred_at)
  if (notValid) return notValid
  if (isLateCustody(shipment, kind, occurred_at)) return 'late'
  // The counter has the parcel and a valid QR was presented, so the scan is recorded.
  if (kind === 'walk-in' && presented && endedAfter(shipment, occurred_at)) return 'late'
  const allowed = permit(kind, shipment)
  if (allowed === 'nothing') throw new Error(`the table of states has no answer to a scan: ${kind}`)
  return allowed
}

/**
 * Decides one scan of one parcel. Late scans are recorded with applied: false and fire nothing, except as described at `recordOnly`.
 * Errors: `validation_failed` on `/occurred_at` if the time is more than 5 minutes ahead; `qr_not_valid` if the presented QR is unused and
 * was not active at that time; `invalid_transition` if there is no label yet, and for a counter if the shipment has ended.
 */
export const decideScan = (shipment: Shipment, scan: ScanInput, env: ScanContext): Effects | Refusal => {
  const at = handlingOf(shipment, scan, env)
  const ahead = refuseFuture(at.occurred_at, env.now)
  if (ahead) return ahead
  const evaluated = evaluateScan(shipment, scan.kind, at.occurred_at, env.presented)
  if (isRefusal(evaluated)) return evaluated
  if (evaluated === 'late') return recordOnly(shipment, scan, at, env)
  const { after, ...rest } = apply(shipment, scan, at, env)
  return effects(shipment, after, env, { ...rest, scan: scanRow(after, scan.kind, true, at, detailsOf(scan), env, scan) })
}
