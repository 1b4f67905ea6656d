// Whether the network ever had a parcel depends on when the parcel was scanned, not on when the scan was uploaded, because a scanner may
// have been offline for days. An overdue shipment therefore does not expire if a scan arrives that was made before its expiry. If the
// shipment has already ended, the scan opens a discrepancy, because someone has a parcel that the partner believes was never sent (ADR 30).
import type { Shipment } from './shipment.ts'
import { isTerminal, type ScanKind, stateOf, verdictOf } from './transitions.ts'

/** Every kind of scan shows that the network has the parcel, except a refusal by a counter. */
const showsCustody = (kind: ScanKind): boolean => kind !== 'reject'

/** Whether a scan shows that the parcel was handed in before its shipment expired. `shipment` is overdue but has not expired yet. */
export const possessedInTime = (shipment: Shipment, kind: ScanKind, occurred_at: string): boolean =>
  showsCustody(kind) && occurred_at <= shipment.expires_at && verdictOf(kind, stateOf(shipment)).kind === 'move'

/** Whether a scan shows custody and happened before the shipment expired or was cancelled, but arrived afterward. */
export const isLateCustody = (shipment: Shipment, kind: ScanKind, occurred_at: string): boolean => {
  if (!showsCustody(kind)) return false
  if (shipment.status === 'expired') return occurred_at <= shipment.expires_at
  return shipment.status === 'cancelled' && shipment.cancelled_at !== null && occurred_at < shipment.cancelled_at
}

/** Whether the shipment ended after this time. */
export const endedAfter = (shipment: Shipment, occurred_at: string): boolean =>
  isTerminal(stateOf(shipment)) && shipment.ended_at !== null && occurred_at < shipment.ended_at
