// Events of a tender: created, accepted, and accepted with a count that differs from the expected one.
import type { TenderRow } from '../tender.ts'
import type { EventDraft } from './catalog.ts'
import { type Actor, draft, type Subject } from './draft.ts'

const tenderSubject = (tender: TenderRow): Subject => ({
  subject: tender.id,
  partner_id: tender.partner_id,
  shipment_id: null,
  identifiers: { tender: tender.id, partner: tender.partner_id, facility: tender.facility },
})

export const tenderCreated = (tender: TenderRow, actor: Actor) =>
  draft('tender.created', tenderSubject(tender), actor, {
    carrier: tender.carrier,
    handoff: tender.handoff,
    pieceCount: tender.piece_count,
    shipmentCount: tender.shipment_ids.length,
  })

/** `tender` is already accepted. The second event fires only if the carrier's count differs from the expected one. */
export const tenderAccepted = (
  tender: TenderRow,
  actor: Actor,
): [EventDraft<'tender.accepted'>] | [EventDraft<'tender.accepted'>, EventDraft<'tender.discrepancy'>] => {
  const received = tender.piece_count_received as number
  const specific = {
    carrier: tender.carrier,
    handoff: tender.handoff,
    pieceCount: tender.piece_count,
    pieceCountReceived: received,
    shipmentCount: tender.shipment_ids.length,
    acceptedBy: tender.accepted_by,
    acceptedAt: tender.accepted_at as string,
  }
  const first = draft('tender.accepted', tenderSubject(tender), actor, specific)
  const delta = received - tender.piece_count
  if (delta === 0) return [first]
  const second = draft('tender.discrepancy', tenderSubject(tender), actor, {
    ...specific,
    discrepancyType: delta < 0 ? 'short' : 'over',
    expectedPieceCount: tender.piece_count,
    receivedPieceCount: received,
    delta,
  })
  return [first, second]
}
