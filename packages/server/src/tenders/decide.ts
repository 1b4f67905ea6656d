import type { Facility } from '../domain/network.ts'
// Tenders: a batch of shipments is promised to a carrier, and handed over whole when the carrier accepts it. What happens to each
// member is decided in ../shipments/decide-tender.ts. Contract §11 and §14.

import { decideTender, decideTenderAccepted } from '../domain/decide-tender.ts'
import { type Effects, type Env, permit } from '../domain/effects.ts'
import type { ErrorCode } from '../domain/errors.ts'
import * as event from '../domain/events/build.ts'
import type { EventDraft } from '../domain/events/record.ts'
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts'
import type { Shipment } from '../domain/shipment.ts'
import type { Handoff, TenderRow } from './model.ts'

export interface TenderInput {
  carrier: string
  handoff: Handoff
  facility?: string
}

export interface TenderEffects {
  tender: TenderRow
  /** One for each member, in the tender's order. */
  members: Effects[]
  /** The tender's own, which come before the members'. */
  events: EventDraft[]
}

/** What keeps members out of a tender, in the order in which it is told: all members with the first of these that occurs are named. */
const OBSTACLES = ['invalid_transition', 'shipment_held', 'shipment_already_tendered'] as const satisfies readonly ErrorCode[]
const REMEDIES = {
  invalid_transition: 'cannot be tendered in their status; only labeled shipments that are not injected yet can',
  shipment_held: 'are on hold; release them first',
  shipment_already_tendered: 'are in another open tender; have that one accepted first',
}

const refuseMembers = (refused: readonly { shipment: Shipment; refusal: Refusal }[]): Refusal | null => {
  const code = OBSTACLES.find((obstacle) => refused.some(({ refusal }) => refusal.code === obstacle))
  if (!code) return null
  const named = refused.filter(({ refusal }) => refusal.code === code)
  const [first] = named
  return refuse(code, `${named.length} of the shipments ${REMEDIES[code]}; details.shipments names each.`, {
    ...first?.refusal.details,
    shipments: named.map(({ shipment }) => ({
      id: shipment.id,
      status: shipment.status,
      ...(code === 'shipment_already_tendered' && { tender_id: shipment.open_tender_id }),
    })),
  })
}

/**
 * Makes a tender of one partner's shipments. Errors: `invalid_transition`, `shipment_held`, `shipment_already_tendered`, with
 * details.shipments.
 */
export const decideCreateTender = (input: TenderInput, shipments: readonly Shipment[], env: Env): TenderEffects | Refusal => {
  const [first] = shipments
  if (!first) throw new Error('a tender needs a member')
  const id = env.ids.next('tender')
  const members: Effects[] = []
  const refused: { shipment: Shipment; refusal: Refusal }[] = []
  for (const shipment of shipments) {
    const outcome = decideTender(shipment, id, env)
    if (isRefusal(outcome)) refused.push({ shipment, refusal: outcome })
    else members.push(outcome)
  }
  const refusal = refuseMembers(refused)
  if (refusal) return refusal
  const tender: TenderRow = {
    id,
    partner_id: first.partner_id,
    carrier: input.carrier,
    handoff: input.handoff,
    facility: input.facility ?? null,
    shipment_ids: shipments.map((shipment) => shipment.id),
    piece_count: shipments.length,
    piece_count_received: null,
    status: 'created',
    accepted_by: null,
    accepted_at: null,
    discrepancy: null,
    created_at: env.now,
    version: 1,
  }
  return { tender, members, events: [event.tenderCreated(tender, env.actor)] }
}

export interface AcceptInput {
  piece_count_received: number
  /** The acting key's contact when absent. */
  accepted_by?: string
}

/**
 * The carrier takes a tender: members that no carrier has yet are handed over, the others are left as they are, and what was counted is
 * compared with what was expected. Errors: `tender_already_accepted`; `tender_not_acceptable` when no member is left to hand over.
 */
export const decideAcceptTender = (
  tender: TenderRow,
  input: AcceptInput,
  shipments: readonly Shipment[],
  facility: Facility | null,
  env: Env,
): TenderEffects | Refusal => {
  if (tender.status === 'accepted') {
    return refuse('tender_already_accepted', 'The tender was accepted before; read it to see what was counted.', {
      accepted_at: tender.accepted_at,
    })
  }
  // Also a member that waits for collection already is still to be handed over, though a collect tender leaves its status as it is.
  if (shipments.every((shipment) => permit('tender-inject', shipment) === 'nothing')) {
    return refuse('tender_not_acceptable', 'No member of the tender can be handed over any more; tender other shipments.', {
      shipments: shipments.map(({ id, status }) => ({ id, status })),
    })
  }
  const delta = input.piece_count_received - tender.piece_count
  const accepted: TenderRow = {
    ...tender,
    status: 'accepted',
    piece_count_received: input.piece_count_received,
    accepted_by: input.accepted_by ?? (env.actor.full_name || env.actor.email || null),
    accepted_at: env.now,
    discrepancy: delta === 0 ? null : { type: delta < 0 ? 'short' : 'over', delta },
    version: tender.version + 1,
  }
  return {
    tender: accepted,
    members: shipments.map((shipment) => decideTenderAccepted(shipment, { ...tender, facility }, env)),
    events: event.tenderAccepted(accepted, env.actor),
  }
}
