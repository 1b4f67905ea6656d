// Events of counter services: QRs, pickups, and the sweeps that pickups order.
import type { PickupRow } from '../pickup.ts'
import type { QrRow, Shipment } from '../shipment.ts'
import type { SweepRow } from '../sweep.ts'
import { type Actor, draft, onShipment } from './draft.ts'

export const qrReissued = (shipment: Shipment, qr: QrRow, previousQr: string, actor: Actor) =>
  onShipment('qr.reissued', shipment, actor, null, { qr: qr.id, previousQr })

export const qrInvalidated = (shipment: Shipment, qr: QrRow, actor: Actor) =>
  onShipment('qr.invalidated', shipment, actor, { qrStatus: 'invalidated', expiresAt: qr.expires_at }, { qr: qr.id })

const pickupEvent = (type: 'pickup.scheduled' | 'pickup.cancelled', shipment: Shipment, pickup: PickupRow, actor: Actor) =>
  onShipment(
    type,
    shipment,
    actor,
    {
      pickupDate: pickup.date,
      pickupWindowStart: pickup.window_start,
      pickupWindowEnd: pickup.window_end,
      packageCount: pickup.package_count,
    },
    { store: pickup.store_id, pickup: pickup.id, confirmation: pickup.confirmation, sweep: pickup.sweep_id },
  )

export const pickupScheduled = (shipment: Shipment, pickup: PickupRow, actor: Actor) =>
  pickupEvent('pickup.scheduled', shipment, pickup, actor)

export const pickupCancelled = (shipment: Shipment, pickup: PickupRow, actor: Actor) =>
  pickupEvent('pickup.cancelled', shipment, pickup, actor)

export const sweepCreated = (sweep: SweepRow, actor: Actor) =>
  draft(
    'sweep.created',
    {
      subject: sweep.id,
      partner_id: sweep.partner_id,
      shipment_id: null,
      identifiers: { store: sweep.store_id, partner: sweep.partner_id, sweep: sweep.id },
    },
    actor,
    { sweepDate: sweep.sweep_date, dp: sweep.carrier, storeCode: sweep.store.code, storeAddress: sweep.store.address },
  )
