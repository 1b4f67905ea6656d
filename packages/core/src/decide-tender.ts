// A shipment as a member of a tender: the parcel is offered to a carrier, and then handed over with the rest of the batch
// (docs/guide/counters.md#tenders).

import { withCarrier } from './carrier.ts'
import { type DecisionContext, type Effects, effects, heldRefusal, permit } from './effects.ts'
import type { Handling } from './events/build-handling.ts'
import * as handlingEvent from './events/build-handling.ts'
import type { Facility } from './network.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { scanRow } from './scan-row.ts'
import type { Shipment, Status } from './shipment.ts'

/**
 * What has been seen since an acceptance with missing parcels injected a member (docs/guide/counters.md#missing-members). `unseen`: no scan
 * has shown the parcel since. `taken`: only the carrier of a later tender has been seen with the parcel since, and may have moved it on.
 */
export type Unseen = 'unseen' | 'taken'

/** Whether the carrier of a later tender may already have taken an unseen parcel, although that tender is not accepted yet. */
export const isTakenOn = (status: Status): boolean => ['injected', 'in_transit', 'out_for_delivery'].includes(status)

/**
 * Whether the parcel may join a tender. `isUnseen`: an acceptance with missing parcels injected the parcel, and no scan has shown the
 * parcel since.
 */
const permitTender = (shipment: Shipment, isUnseen: boolean): ReturnType<typeof permit> => {
  if (!isUnseen || shipment.status !== 'injected') return permit('tender', shipment)
  return shipment.held ? heldRefusal(shipment, 'tender') : 'nothing'
}

/**
 * Adds a shipment to a tender that is being created. Errors: `invalid_transition`, `shipment_held`, `shipment_already_tendered`,
 * each with details.shipment_id.
 */
export const decideTender = (shipment: Shipment, tenderId: string, env: DecisionContext, isUnseen = false): Effects | Refusal => {
  const allowed = permitTender(shipment, isUnseen)
  if (isRefusal(allowed)) return { ...allowed, details: { ...allowed.details, shipment_id: shipment.id } }
  if (shipment.open_tender_id !== null) {
    const details = { shipment_id: shipment.id, tender_id: shipment.open_tender_id }
    return refuse(
      'shipment_already_tendered',
      `Shipment ${shipment.id} is in another open tender; accept or cancel that tender first.`,
      details,
    )
  }
  return effects(shipment, { ...shipment, open_tender_id: tenderId }, env)
}

/** Releases a member without handing it over. The shipment does not change, and it can join another tender. Fires nothing. */
export const decideReleased = (shipment: Shipment, env: DecisionContext): Effects =>
  effects(shipment, { ...shipment, open_tender_id: null }, env, { applied: false })

export interface AcceptedTender {
  id: string
  carrier: string
  handoff: 'inject' | 'collect'
  facility: Facility | null
}

const isAgain = ({ status }: Shipment, unseen: Unseen | undefined): boolean =>
  unseen === 'taken' ? isTakenOn(status) : unseen === 'unseen' && status === 'injected'

/**
 * The effect of an acceptance on a member. `move`: a move in the transition table. `again`: another carrier takes over a parcel that an
 * acceptance with missing parcels had injected.
 */
const handoverOf = ({ handoff }: AcceptedTender, shipment: Shipment, unseen: Unseen | undefined): 'move' | 'again' | 'nothing' => {
  if (permit(handoff === 'inject' ? 'tender-inject' : 'tender-collect', shipment) !== 'nothing') return 'move'
  return isAgain(shipment, unseen) ? 'again' : 'nothing'
}

/** Whether the acceptance of a tender can still hand the parcel over. A parcel that waits for a collect tender keeps its status. */
export const canBeHandedOver = (shipment: Shipment, unseen: Unseen | undefined): boolean =>
  permit('tender-inject', shipment) !== 'nothing' || isAgain(shipment, unseen)

/**
 * Decides for one member of an accepted tender. A member that has moved on or ended in the meantime keeps its state. In every case, the
 * member is released from the open tender. An inject tender gives the parcel to the carrier and fires injected. A collect tender makes the
 * parcel ready for the carrier. The carrier does not have it yet, so the parcel's carrier does not change, and no event fires. A parcel
 * that an earlier acceptance with missing parcels injected keeps its status, and injected does not fire again.
 */
export const decideTenderAccepted = (shipment: Shipment, tender: AcceptedTender, env: DecisionContext, unseen?: Unseen): Effects => {
  const handover = handoverOf(tender, shipment, unseen)
  if (handover === 'nothing') return decideReleased(shipment, env)
  const isFirst = handover === 'move'
  const accepted: Shipment = { ...shipment, open_tender_id: null, tender_id: tender.id }
  // The carrier's own report has already moved the parcel on.
  if (!isFirst && shipment.status !== 'injected') return effects(shipment, accepted, env)
  if (tender.handoff === 'collect') {
    const status = isFirst ? 'made_ready' : shipment.status
    return effects(shipment, { ...accepted, status, collecting_carrier: tender.carrier }, env)
  }
  const after: Shipment = { ...withCarrier(accepted, tender, env), status: 'injected' }
  // The carrier's own scan shows that it has the parcel.
  if (unseen === 'taken') return effects(shipment, after, env)
  const at: Handling = {
    occurred_at: env.now,
    scanner_email: null,
    scanner_name: null,
    lat: null,
    lon: null,
    store: null,
    facility: tender.facility,
  }
  const injected = () => handlingEvent.handled('shipment.injected', after, at, { carrier: after.carrier }, { tender: tender.id })
  return effects(shipment, after, env, {
    events: isFirst ? [injected()] : [],
    scan: scanRow(after, 'inject', isFirst, at, { tender_id: tender.id }, env),
  })
}
