// The QR of a qr_code shipment: issued with it, presented at a counter once, replaced or invalidated before that
// (docs/guide/labels.md#qr-codes).

import { type DecisionContext, type Effects, effects, permit } from './effects.ts'
import * as counterEvent from './events/build-counter.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import type { QrRow, Shipment } from './shipment.ts'

export const QR_STATUSES = ['active', 'used', 'invalidated', 'expired'] as const
export type QrStatus = (typeof QR_STATUSES)[number]

/**
 * The status the API shows. `expired` is not stored: an active QR becomes expired at its `expires_at`. A row replaced by a reissue is stored
 * as `superseded` and shown as invalidated, like one invalidated by request: decision 115.
 */
export const qrStatus = (qr: QrRow, now: string): QrStatus => {
  if (qr.status === 'superseded') return 'invalidated'
  return qr.status === 'active' && now >= qr.expires_at ? 'expired' : qr.status
}

/**
 * The status at the moment of a scan. A QR presented exactly at `expires_at` is still active, because a parcel scanned at that moment has
 * not expired.
 */
export const statusWhenPresented = (qr: QrRow, occurred_at: string): QrStatus =>
  qr.status === 'active' && occurred_at <= qr.expires_at ? 'active' : qrStatus(qr, occurred_at)

const notValid = (status: QrStatus): Refusal =>
  refuse('qr_not_valid', `The QR is ${status}; present the shipment's current QR.`, { status })

/** Null if it may be presented: an active QR, or a used one, whose scan then is a late scan of its shipment. */
export const refusePresented = (qr: QrRow, occurred_at: string): Refusal | null => {
  const status = statusWhenPresented(qr, occurred_at)
  return status === 'active' || status === 'used' ? null : notValid(status)
}

/**
 * Replaced or invalidated: nobody may present it, so nobody should be shown it, either. One that was used or has expired had its time, like
 * the label of a parcel that was delivered: decision 223.
 */
export const isWithdrawn = ({ status }: QrRow): boolean => status === 'superseded' || status === 'invalidated'

/** Why a withdrawn QR has no image any more. `successor`: the QR that replaced it, if any did. */
export const refuseImage = (successor: QrRow | null): Refusal => {
  const message = successor
    ? `The QR was replaced by ${successor.id}; show the image of that one.`
    : 'The QR was invalidated; reissue the QR of its shipment to get a new one.'
  return refuse('qr_not_valid', message, { status: 'invalidated', superseded_by: successor?.id ?? null })
}

/** A new active QR for the shipment; both expire at the same time. */
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
 * Replaces the QR, which invalidates the old one if it was active; that fires nothing but qr.reissued. The new one names the old one.
 * Errors: `invalid_transition` after the drop-off and on a shipment that has no QR.
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
    return refuse('invalid_transition', 'The shipment has no QR; only qr_code shipments do.', { status, command: 'reissue-qr' })
  }
  const qr = issueQr(shipment, current.id, env)
  const after: Shipment = { ...shipment, qr_id: qr.id }
  const events = [counterEvent.qrReissued(after, qr, current.id, env.actor)]
  const replaced: QrRow = { ...current, status: 'superseded', invalidated_at: env.now, version: current.version + 1 }
  return { ...effects(shipment, after, env, { events }), qr_issued: qr, ...(current.status === 'active' && { qr_changed: replaced }) }
}

/** Makes an active QR stop validating, without a replacement. Errors: `qr_not_valid` with the status that it has. */
export const decideInvalidateQr = (shipment: Shipment, qr: QrRow, env: DecisionContext): (Effects & { qr_changed: QrRow }) | Refusal => {
  const status = qrStatus(qr, env.now)
  if (status !== 'active') return refuse('qr_not_valid', `The QR is ${status}; only an active one can be invalidated.`, { status })
  const invalidated: QrRow = { ...qr, status: 'invalidated', invalidated_at: env.now, version: qr.version + 1 }
  const events = [counterEvent.qrInvalidated(shipment, invalidated, env.actor)]
  return { ...effects(shipment, shipment, env, { applied: true, events }), qr_changed: invalidated }
}
