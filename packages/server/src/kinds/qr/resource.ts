import { qrStatus } from '@backhaul/core/qr.ts'
import type { QrRow } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import { QrOut } from './schema.ts'

/**
 * The QR as the API shows it at `now`, a time on its partner's clock (docs/guide/labels.md#statuses-of-a-qr). `next` is the QR that
 * replaced it. Unless the row has an end time of its own, this QR ended when `next` was issued.
 */
export const qrResource = (row: QrRow, now: string, next: QrRow | null = null) =>
  showAs(QrOut, row, {
    status: qrStatus(row, now),
    image_url: `/v2/qr/${row.id}/image`,
    superseded_by: next?.id ?? null,
    invalidated_at: row.invalidated_at ?? (row.status === 'superseded' ? (next?.created_at ?? null) : null),
  })
