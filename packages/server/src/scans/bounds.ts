// What a session may report: a counter's scans happen at that counter, and whoever signed in is who scanned, if the scan names nobody.
import { invalidField, type Refusal, refuse } from '../domain/refusal.ts'
import { IN_NETWORK } from '../domain/transitions.ts'
import type { Caller } from '../service/key-cache.ts'
import { type Hands, reachOf } from '../service/reach.ts'
import type { ScanRequest } from './check.ts'
import type { Scanned } from './ledger.ts'

const atCounter = (scan: ScanRequest, store_id: string): ScanRequest | Refusal => {
  if (scan.facility !== undefined) return invalidField('/facility', 'absent', 'must be absent: you are signed in at a counter')
  if (scan.store_id === undefined || scan.store_id === store_id) return { ...scan, store_id }
  return refuse('not_found', 'You are signed in at another counter; leave store_id out.', { field: 'store_id' })
}

/** The scan with what the session adds to it. Errors: `not_found` for another counter, `validation_failed` for a facility. */
export const withinBounds = (caller: Caller, scan: ScanRequest): ScanRequest | Refusal => {
  const { session, email, full_name } = caller.key
  if (!session) return scan
  const isNamed = scan.scanner_email !== undefined || scan.scanner_name !== undefined
  const signed = isNamed
    ? scan
    : { ...scan, ...(email !== '' && { scanner_email: email }), ...(full_name !== '' && { scanner_name: full_name }) }
  const { hands } = reachOf(caller)
  return hands === null || hands === 'network' ? signed : atCounter(signed, hands.store_id)
}

/** Whether the scan leaves the parcel in these hands (`findInHands` in shipments/queries.ts), so that its answer may tell all of it. */
export const isInHands = (hands: Hands | null, { shipment, scan, applied }: Scanned): boolean => {
  if (hands === null) return true
  if (hands === 'network') return (IN_NETWORK as readonly string[]).includes(shipment.status)
  return shipment.store_id === hands.store_id || (applied && scan.kind === 'reject')
}
