// Whether the network ever had a parcel is a question of when it was scanned, not of when the scan was uploaded: a scanner may have been
// without a network for days. So a shipment whose time is over does not expire when such a scan of it arrives; and where it has ended
// already, the scan ends in a discrepancy, as somebody has a parcel that its partner takes for never sent. Decisions 116 and 117.
import type { Shipment } from './shipment.ts'
import { outcomeOf, type ScanKind, standingOf } from './transitions.ts'

/** Every scan tells that the network has the parcel, but for that of a counter which refuses it. */
const tellsCustody = (kind: ScanKind): boolean => kind !== 'reject'

/** Whether a scan shows that the parcel was handed in before its shipment expired. `shipment` is due and not expired yet. */
export const possessedInTime = (shipment: Shipment, kind: ScanKind, occurred_at: string): boolean =>
  tellsCustody(kind) && occurred_at <= shipment.expires_at && outcomeOf(kind, standingOf(shipment)).kind === 'move'

/** Whether a scan tells of a time at which the shipment had not ended, although it has: it expired or was cancelled in between. */
export const isLateCustody = (shipment: Shipment, kind: ScanKind, occurred_at: string): boolean => {
  if (!tellsCustody(kind)) return false
  if (shipment.status === 'expired') return occurred_at <= shipment.expires_at
  return shipment.status === 'cancelled' && shipment.cancelled_at !== null && occurred_at < shipment.cancelled_at
}
