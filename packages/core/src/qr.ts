// The QR of a qr_code shipment. It is issued with the shipment and presented at a counter once. It can be replaced or invalidated before
// that (docs/guide/labels.md#qr-codes).

import { type DecisionContext, type Effects, effects, permit } from './effects.ts'
import * as counterEvent from './events/build-counter.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import type { QrRow, Shipment } from './shipment.ts'

export const QR_STATUSES = ['active', 'used', 'invalidated', 'expired'] as const
export type QrStatus = (typeof QR_STATUSES)[number]

/** Time at which the QR was reissued or invalidated, or its shipment was cancelled. Null: none of this has happened. */
const endOf = ({ invalidated_at, ended_at }: QrRow): string | null => invalidated_at ?? ended_at ?? null

/**
 * The status in the API. `expired` is not stored: an active QR becomes expired at its `expires_at`, or when its shipment is cancelled (ADR
 * 31). A QR that a reissue replaced is shown as `invalidated`. It is stored as `superseded`, because older programs know this value.
 */
export const qrStatus = (qr: QrRow, now: string): QrStatus => {
  if (qr.status === 'superseded') return 'invalidated'
  const isOver = now >= qr.expires_at || endOf(qr) !== null
  return qr.status === 'active' && isOver ? 'expired' : qr.status
}

/**
 * The status at the moment of a scan, regardless of later changes to the QR (ADR 30). A QR presented exactly at `expires_at` is still
 * active, because a parcel scanned at that moment has not expired.
 */
const statusWhenPresented = (qr: QrRow, occurred_at: string): QrStatus => {
  if (qr.status === 'used') return 'used'
  // A QR cannot be presented before it was issued, so an earlier time counts as the time of issue.
  const at = occurred_at < qr.created_at ? qr.created_at : occurred_at
  const end = endOf(qr)
  if ((end === null || at < end) && at <= qr.expires_at) return 'active'
  return qr.status === 'active' ? 'expired' : 'invalidated'
}

/** Returns the shipment's QR after a walk-in that happened at `occurred_at`. Null: the QR was not active then and keeps its status. */
export const spentQr = (qr: QrRow | null, occurred_at: string): QrRow | null => {
  if (qr?.status !== 'active' || statusWhenPresented(qr, occurred_at) !== 'active') return null
  return { ...qr, status: 'used', used_at: occurred_at, version: qr.version + 1 }
}

const REMEDIES = {
  invalidated: "present the shipment's current QR",
  expired: 'scan the label of the parcel; for a parcel without a label, the sender needs a new shipment',
} as const

const notValid = (status: 'invalidated' | 'expired'): Refusal =>
  refuse('qr_not_valid', `The QR is ${status}; ${REMEDIES[status]}.`, { status })

/** Refuses a QR that may not be presented. Null: the QR is active, or it is used and the scan is a late scan of its shipment. */
export const refusePresented = (qr: QrRow, occurred_at: string): Refusal | null => {
  const status = statusWhenPresented(qr, occurred_at)
  return status === 'active' || status === 'used' ? null : notValid(status)
}

/**
 * Refuses the image of a QR that nobody may present. Null: the QR has an image. A used QR keeps its image, because a counter may scan it
 * again to repeat a scan (ADR 31). `successor`: the QR that replaced this one, if any.
 */
export const refuseImage = (qr: QrRow, successor: QrRow | null, now: string): Refusal | null => {
  const status = qrStatus(qr, now)
  if (status === 'active' || status === 'used') return null
  const details = { status, superseded_by: successor?.id ?? null }
  if (successor) return refuse('qr_not_valid', `The QR was replaced by ${successor.id}; show the image of the new QR.`, details)
  if (status === 'expired') return refuse('qr_not_valid', 'The QR has expired; create a new shipment to get a new QR.', details)
  return refuse('qr_not_valid', 'The QR was invalidated; reissue the QR of the shipment to get a new QR.', details)
}

/** Returns a new active QR for the shipment. The QR and the shipment expire at the same time. */
export const issueQr = (shipment: Shipment, previousQr: string | null, env: DecisionContext): QrRow => ({
  id: env.ids.next('qr'),
  shipment_id: shipment.id,
  partner_id: shipment.partner_id,
  token: env.ids.token(),
  status: 'active',
  previous_qr_id: previousQr,
  expires_at: shipment.expires_at,
  used_at: null,
  invalidated_at: null,
  created_at: env.now,
  version: 1,
})

/**
 * Replaces the QR. The new QR names the old one, which becomes invalidated if it was active. Only qr.reissued is fired. Errors:
 * `invalid_transition` after the drop-off and for a shipment without a QR.
 */
export const decideReissueQr = (
  shipment: Shipment,
  current: QrRow | null,
  env: DecisionContext,
): (Effects & { qr_issued: QrRow }) | Refusal => {
  const allowed = permit('reissue-qr', shipment)
  if (isRefusal(allowed)) return allowed
  if (!current) {
    const { status } = shipment
    return refuse('invalid_transition', 'The shipment has no QR; only qr_code shipments have a QR.', { status, command: 'reissue-qr' })
  }
  const qr = issueQr(shipment, current.id, env)
  const after: Shipment = { ...shipment, qr_id: qr.id, qr_status: qr.status }
  const events = [counterEvent.qrReissued(after, qr, current.id, env.actor)]
  const replaced: QrRow = { ...current, status: 'superseded', invalidated_at: env.now, version: current.version + 1 }
  return { ...effects(shipment, after, env, { events }), qr_issued: qr, ...(current.status === 'active' && { qr_changed: replaced }) }
}

/** Invalidates an active QR without a replacement. Errors: `qr_not_valid` with the QR's status. */
export const decideInvalidateQr = (shipment: Shipment, qr: QrRow, env: DecisionContext): (Effects & { qr_changed: QrRow }) | Refusal => {
  // The QR may have been read from the database before the shipment was cancelled.
  const status = qrStatus({ ...qr, ended_at: shipment.cancelled_at }, env.now)
  if (status !== 'active') return refuse('qr_not_valid', `The QR is ${status}; only an active QR can be invalidated.`, { status })
  const invalidated: QrRow = { ...qr, status: 'invalidated', invalidated_at: env.now, version: qr.version + 1 }
  const events = [counterEvent.qrInvalidated(shipment, invalidated, env.actor)]
  return { ...effects(shipment, shipment, env, { applied: true, events }), qr_changed: invalidated }
}
