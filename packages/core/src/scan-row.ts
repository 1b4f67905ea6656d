import type { DecisionContext } from './effects.ts'
import { type Handling, locationOf } from './events/build-handling.ts'
import type { ScanRow, Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'

/** Facts of a scan that only the history shows: the place as the caller named it, known or not, and the device's time. */
export interface Reported {
  store_id?: string | undefined
  facility?: string | undefined
  device_time?: string | undefined
}

/** Returns the history row of a scan. `shipment` is the shipment after the scan. */
export const scanRow = (
  shipment: Shipment,
  kind: ScanKind,
  applied: boolean,
  at: Handling,
  details: Record<string, unknown>,
  env: DecisionContext,
  reported: Reported = {},
): ScanRow => {
  return {
    id: env.ids.next('scan'),
    shipment_id: shipment.id,
    partner_id: shipment.partner_id,
    kind,
    applied,
    status: shipment.status,
    store_id: at.store?.id ?? reported.store_id ?? null,
    facility: at.facility?.code ?? reported.facility ?? null,
    location: locationOf(at),
    occurred_at: at.occurred_at,
    sent_occurred_at: at.sent_occurred_at ?? null,
    recorded_at: env.now,
    device_time: reported.device_time === undefined ? null : new Date(reported.device_time).toISOString(),
    scanner_email: at.scanner_email,
    scanner_name: at.scanner_name,
    lat: at.lat,
    lon: at.lon,
    details,
  }
}
