import { decideProduceLabel } from '@backhaul/core/decide-lifecycle.ts'
import { daysAfter } from '@backhaul/core/effects.ts'
import type { Actor } from '@backhaul/core/events/draft.ts'
import { nextRung } from '@backhaul/core/ladder.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Place, Shipment } from '@backhaul/core/shipment.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'
import type { Plan } from '../../commit/plan.ts'
import { newId } from '../../process/ids.ts'
import type { CommandResult } from '../../service/execute.ts'
import { decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { documentRow } from '../documents/queries.ts'
import type { ScanRequest } from '../scans/check.ts'
import type { Scanned } from '../scans/ledger.ts'
import { scanParcels } from '../scans/scan.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { shipmentResource } from '../shipments/resource.ts'
import { PROOF } from './drawings.ts'
import { rehearsalFacility, rehearsalStore } from './places.ts'

const SCANNER = { scanner_email: 'scanner@sandbox.example', scanner_name: 'Sandbox Scanner' }
const DELIVERY_DAYS = 3
const COUNTER_SCANS: readonly ScanKind[] = ['walk-in', 'accept', 'reject', 'collect']

const signatoryOf = ({ to_address: { name, company } }: Shipment): string => name ?? company ?? 'Recipient'

const destinationOf = ({ to_address: { city, state, postal_code, country } }: Shipment): Place => ({
  city,
  ...(state && { state }),
  ...(postal_code && { postalCode: postal_code }),
  country,
})

/** Draws a proof of delivery, which becomes a document of the shipment's partner. */
const drawProof = async ({ renderers }: Service, shipment: Shipment, now: string) => {
  const { tracking, to_address } = shipment
  const facts = { tracking, delivered_at: new Date(now), signed_by: signatoryOf(shipment), city: to_address.city }
  const bytes = await renderers.run(shipment.partner_id, PROOF, facts)
  return documentRow({ id: newId('document'), partner_id: shipment.partner_id, content_type: 'image/png', created_at: now }, bytes)
}

/**
 * The scan that moves the shipment up one rung of the ladder of statuses. It looks like a scan from a seeded counter or facility, or from
 * the recipient's door.
 */
const scanOf = async (service: Service, shipment: Shipment, kind: ScanKind, now: string): Promise<ScanRequest> => {
  const store_id = COUNTER_SCANS.includes(kind) ? await rehearsalStore(service, shipment) : null
  const isAtDoor = kind === 'deliver'
  const facility = COUNTER_SCANS.includes(kind) || isAtDoor ? null : await rehearsalFacility(service, shipment)
  return {
    kind,
    shipment_id: shipment.id,
    ...SCANNER,
    ...(store_id !== null && { store_id }),
    ...(facility !== null && { facility }),
    ...(kind === 'movement' && { scheduled_delivery_date: daysAfter(now, DELIVERY_DAYS).slice(0, 10) }),
    ...(isAtDoor && { signed_by: signatoryOf(shipment), place: destinationOf(shipment) }),
  }
}

/** Scans a shipment in a rehearsal. `more` has additional fields of the scan. A delivery gets a drawn proof. */
export const rehearseScan = async (
  service: Service,
  actor: Actor,
  shipment: Shipment,
  kind: ScanKind,
  more: Partial<ScanRequest> = {},
): Promise<{ outcome: Scanned | Refusal; plan: Plan }> => {
  const now = await partnerNow(service, shipment.partner_id)
  const scan = await scanOf(service, shipment, kind, now)
  const proof = kind === 'deliver' ? await drawProof(service, shipment, now) : null
  const scanner = { tenant: shipment.partner_id, actor, ...(proof && { bringing: new Map([[proof.id, proof.partner_id]]) }) }
  const { outcomes, plan } = await scanParcels(service, scanner, [{ ...scan, ...more, ...(proof && { pod_document_id: proof.id }) }])
  const outcome = outcomes[0] as Scanned | Refusal
  return { outcome, plan: proof ? mergePlans([{ inserts: [['documents', proof]] }, plan]) : plan }
}

/**
 * Makes one attempt to move a shipment up one rung, with the commands that counters, facilities and carriers use
 * (docs/guide/sandbox.md#one-step-at-a-time). Errors: `not_found`; `invalid_transition` for a shipment that is not on the ladder;
 * `shipment_held`.
 */
export const advance = async (service: Service, tenant: string | null, actor: Actor, id: string): Promise<CommandResult> => {
  for (;;) {
    const shipment = await loadShipment(service, tenant, id)
    if (!shipment) return shipmentNotFound()
    const rung = nextRung(shipment)
    if (isRefusal(rung)) return rung
    if (rung === 'produce-label') {
      const env = await decisionContext(service, actor, shipment.partner_id)
      const effects = decideProduceLabel(shipment, env)
      if (isRefusal(effects)) return effects
      return { status: 200, body: shipmentResource(effects.shipment, service.links), plan: planOf(effects, shipment, env.now) }
    }
    const { outcome, plan } = await rehearseScan(service, actor, shipment, rung)
    if (isRefusal(outcome)) return outcome
    // If the scan was not applied, another request moved the shipment first, and this scan would be late. So the next rung must be found
    // again.
    if (outcome.applied) return { status: 200, body: shipmentResource(outcome.shipment, service.links), plan }
  }
}
