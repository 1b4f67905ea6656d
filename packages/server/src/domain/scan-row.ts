import type { DecisionContext } from './effects.ts'
import { type Handling, placeOf } from './events/build-handling.ts'
import type { ScanRow, Shipment } from './shipment.ts'
import type { ScanKind } from './transitions.ts'

/** The place as the caller named it, known or not. */
export interface NamedPlace {
  store_id?: string | undefined
  facility?: string | undefined
}

/** The history's row of a scan; `shipment` is as the scan left it. */
export const scanRow = (
  shipment: Shipment,
  kind: ScanKind,
  applied: boolean,
  at: Handling,
  details: Record<string, unknown>,
  env: DecisionContext,
  named: NamedPlace = {},
): ScanRow => {
  const place = at.store ?? at.facility
  return {
    id: env.ids.next('scan'),
    shipment_id: shipment.id,
    partner_id: shipment.partner_id,
    kind,
    applied,
    status: shipment.status,
    store_id: at.store?.id ?? named.store_id ?? null,
    facility: at.facility?.code ?? named.facility ?? null,
    location: place && placeOf(place),
    occurred_at: at.occurred_at,
    recorded_at: env.now,
    scanner_email: at.scanner_email,
    scanner_name: at.scanner_name,
    lat: at.lat,
    lon: at.lon,
    details,
  }
}
