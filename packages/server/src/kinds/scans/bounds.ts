// Limits of a session at a counter. The session may report scans only at its own counter. It sees all data of a parcel only if the parcel
// is at that counter after the scan.
import { mayUse } from '@backhaul/core/access.ts'
import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { IN_NETWORK, type ScanKind } from '@backhaul/core/transitions.ts'
import type { Caller } from '../../service/key-cache.ts'
import { type Hands, reachOf } from '../../service/reach.ts'
import type { ScanRequest } from './check.ts'
import type { Scanned } from './ledger.ts'

const atCounter = (scan: ScanRequest, store_id: string): ScanRequest | Refusal => {
  if (scan.facility !== undefined) return invalidField('/facility', 'absent', 'must be absent, because you are signed in at a counter')
  if (scan.store_id === undefined || scan.store_id === store_id) return { ...scan, store_id }
  return refuse('not_found', 'You are signed in at the counter of another store; omit store_id.', { field: 'store_id' })
}

/** The endpoint for a single scan of this kind. A session that may not call it may not send such a scan in a bulk request either. */
export const operationOf = (kind: ScanKind): string =>
  `scan${kind.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase())}`

/**
 * Checks a scan against the session and returns it, with the session's counter filled in. Errors: `insufficient_scope` for a kind that the
 * session's access does not include, `not_found` for another counter, `validation_failed` for a facility.
 */
export const withinBounds = (caller: Caller, scan: ScanRequest): ScanRequest | Refusal => {
  const { session } = caller.key
  if (session && !mayUse(session.access, { operation: operationOf(scan.kind), method: 'POST' })) {
    const { access } = session
    return refuse('insufficient_scope', `The access "${access}" does not allow scans of the kind "${scan.kind}"; omit this scan.`, {
      access,
    })
  }
  const { hands } = reachOf(caller)
  return hands === null || hands === 'network' ? scan : atCounter(scan, hands.store_id)
}

/**
 * Whether the parcel counts as being in the hands of this counter or handler after the scan (`findInHands` in kinds/shipments/queries.ts).
 * If so, the answer may show all data of the parcel.
 */
export const isInHands = (hands: Hands | null, { shipment, scan, applied }: Scanned): boolean =>
  holds(hands, shipment) || (hands !== 'network' && applied && scan.kind === 'reject')

/** Whether the parcel is in the hands of this counter or handler now, regardless of the scan. */
export const holds = (hands: Hands | null, shipment: Pick<Shipment, 'status' | 'store_id'>): boolean => {
  if (hands === null) return true
  if (hands === 'network') return (IN_NETWORK as readonly string[]).includes(shipment.status)
  return shipment.store_id === hands.store_id
}
