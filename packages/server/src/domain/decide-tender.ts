// A shipment as a member of a tender: promised to a carrier, then handed over with the rest of the batch (docs/guide/counters.md#tenders).

import { withCarrier } from './carrier.ts'
import { type DecisionContext, type Effects, effects, permit } from './effects.ts'
import type { Handling } from './events/build-handling.ts'
import * as handlingEvent from './events/build-handling.ts'
import type { Facility } from './network.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { scanRow } from './scan-row.ts'
import type { Shipment } from './shipment.ts'

/**
 * Adds a shipment to a tender that is being created. Errors: `invalid_transition`, `shipment_held`, `shipment_already_tendered`,
 * each with details.shipment_id.
 */
export const decideTender = (shipment: Shipment, tenderId: string, env: DecisionContext): Effects | Refusal => {
  const allowed = permit('tender', shipment)
  if (isRefusal(allowed)) return { ...allowed, details: { ...allowed.details, shipment_id: shipment.id } }
  if (shipment.open_tender_id !== null) {
    const details = { shipment_id: shipment.id, tender_id: shipment.open_tender_id }
    return refuse(
      'shipment_already_tendered',
      `Shipment ${shipment.id} is in another open tender; accept or cancel that one first.`,
      details,
    )
  }
  return effects(shipment, { ...shipment, open_tender_id: tenderId }, env)
}

/** A member that is not handed over: it stays as it is, free for another tender. Fires nothing. */
export const decideReleased = (shipment: Shipment, env: DecisionContext): Effects =>
  effects(shipment, { ...shipment, open_tender_id: null }, env, { applied: false })

export interface AcceptedTender {
  id: string
  carrier: string
  handoff: 'inject' | 'collect'
  facility: Facility | null
}

/**
 * A member of a tender that the carrier accepts. A member that has since moved on or ended keeps its state; all are released from the open
 * tender. Inject fires injected; collect makes the parcel ready for the carrier to collect, which fires no event.
 */
export const decideTenderAccepted = (shipment: Shipment, tender: AcceptedTender, env: DecisionContext): Effects => {
  if (permit(tender.handoff === 'inject' ? 'tender-inject' : 'tender-collect', shipment) === 'nothing') return decideReleased(shipment, env)
  const taken = withCarrier({ ...shipment, open_tender_id: null, tender_id: tender.id }, tender, env)
  if (tender.handoff === 'collect') return effects(shipment, { ...taken, status: 'made_ready' }, env)
  const after: Shipment = { ...taken, status: 'injected' }
  const at: Handling = {
    occurred_at: env.now,
    scanner_email: null,
    scanner_name: null,
    lat: null,
    lon: null,
    store: null,
    facility: tender.facility,
  }
  return effects(shipment, after, env, {
    events: [handlingEvent.handled('shipment.injected', after, at, { carrier: after.carrier }, { tender: tender.id })],
    scan: scanRow(after, 'inject', true, at, { tender_id: tender.id }, env),
  })
}
