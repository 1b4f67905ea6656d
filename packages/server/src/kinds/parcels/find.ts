// Data of a scanned parcel for a counter or a handler: enough to take it in or pass it on, and nothing about its sender.
import { evaluateScan } from '@backhaul/core/decide-scan.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { readCode, refuseCode } from '@backhaul/core/scanned-code.ts'
import type { QrRow, Shipment } from '@backhaul/core/shipment.ts'
import { SCAN_KINDS, type ScanKind } from '@backhaul/core/transitions.ts'
import type { Reach } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { findQr } from '../qr/queries.ts'
import { loadInReach, loadShipment } from '../shipments/load.ts'
import { atStoreSince, type CodeHit, findByCode } from './queries.ts'

export interface FoundParcel {
  shipment: Shipment
  hit: CodeHit
  /** The QR that was scanned, or else the current QR of the shipment. */
  qr: QrRow | null
  /** The time on the partner's clock. */
  now: string
  /** When the parcel arrived at the counter that took it in. Null if it is not at that counter. */
  at_store_since: string | null
  /** Whether the caller may read the whole shipment. */
  in_hand: boolean
}

/** Errors: `not_found`, `code_damaged`, `code_foreign`. */
export const findParcel = async (service: Service, reach: Reach, scanned: string): Promise<FoundParcel | Refusal> => {
  const code = readCode(scanned)
  const hit = await findByCode(service.db, reach.tenant, code)
  const shipment = hit && (await loadShipment(service, reach.tenant, hit.shipment_id))
  if (!shipment) return refuseCode(code)
  const qrId = hit.qr_id ?? shipment.qr_id
  const qr = qrId === null ? null : await findQr(service.db, reach.tenant, qrId)
  const in_hand = reach.hands === null || (await loadInReach(service, reach, shipment.id)) !== null
  const at_store_since = shipment.store_id === null ? null : await atStoreSince(service.db, shipment.id)
  return { shipment, hit, qr, now: await partnerNow(service, shipment.partner_id), at_store_since, in_hand }
}

/** The outcome that a scan of this kind would have now. It comes from the same decision as the scan itself. */
export const foresee = ({ shipment, hit, qr, now, at_store_since }: FoundParcel, kind: ScanKind) => {
  const evaluated = evaluateScan(shipment, kind, now, hit.qr_id === null ? null : qr)
  if (isRefusal(evaluated)) return { command: kind, outcome: 'refused', status: null, code: evaluated.code, message: evaluated.message }
  if (evaluated !== 'late') {
    const status = evaluated.to === 'same' ? shipment.status : evaluated.to
    return { command: kind, outcome: 'moves', status, code: null, message: null }
  }
  const message =
    kind === 'collect' && at_store_since !== null
      ? `The shipment remains ${shipment.status}; the scan records that it was collected.`
      : `The shipment is ${shipment.status}; the scan would be recorded and change nothing.`
  return { command: kind, outcome: 'recorded', status: null, code: null, message }
}

export const foreseeAll = (found: FoundParcel) => SCAN_KINDS.map((kind) => foresee(found, kind))
