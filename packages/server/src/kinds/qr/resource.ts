import { qrStatus } from '@backhaul/core/qr.ts'
import type { QrRow } from '@backhaul/core/shipment.ts'

/**
 * The QR as the API shows it at `now`, which is its partner's time (docs/guide/labels.md#statuses-of-a-qr). `next` is the QR that replaced it:
 * this one was invalidated when that one was issued, unless the row has a time of its own.
 */
export const qrResource = (row: QrRow, now: string, next: QrRow | null = null) => ({
  id: row.id,
  object: 'qr',
  shipment_id: row.shipment_id,
  token: row.token,
  status: qrStatus(row, now),
  expires_at: row.expires_at,
  image_url: `/v2/qr/${row.id}/image`,
  previous_qr_id: row.previous_qr_id,
  superseded_by: next?.id ?? null,
  used_at: row.used_at,
  invalidated_at: row.invalidated_at ?? (row.status === 'superseded' ? (next?.created_at ?? null) : null),
  created_at: row.created_at,
})
