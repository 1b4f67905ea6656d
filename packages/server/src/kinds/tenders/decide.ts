// Decides about tenders. A tender offers a batch of shipments to a carrier, and they are handed over when the carrier accepts it.
// core/src/decide-tender.ts decides the effects on each member. docs/guide/counters.md#tenders has the rules.

import { type CarrierScanRow, isNumber, placeText, plainNumber } from '@backhaul/core/carrier-scan.ts'
import { canBeHandedOver, decideReleased, decideTender, decideTenderAccepted, type Unseen } from '@backhaul/core/decide-tender.ts'
import type { DecisionContext, Effects } from '@backhaul/core/effects.ts'
import type { ErrorCode } from '@backhaul/core/errors.ts'
import * as tenderEvent from '@backhaul/core/events/build-tender.ts'
import type { EventDraft } from '@backhaul/core/events/catalog.ts'
import type { Facility } from '@backhaul/core/network.ts'
import { invalid, invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Handoff, TenderRow } from '@backhaul/core/tender.ts'
import { unreachable } from '@backhaul/core/unreachable.ts'
import type { Static } from 'typebox'
import type { TenderCreate } from './schema.ts'

export type TenderInput = Pick<Static<typeof TenderCreate>, 'carrier' | 'handoff' | 'facility'>

export interface TenderEffects {
  tender: TenderRow
  /** The effects on each member, in the tender's order. */
  members: Effects[]
  /** Events of the tender. They come before those of the members. */
  events: EventDraft[]
  /** Rows for the inbox of unmatched scans. */
  surplus?: CarrierScanRow[]
}

/** Reasons why shipments cannot be tendered, most important first. A refusal names all shipments to which the first reason applies. */
const OBSTACLES = ['invalid_transition', 'shipment_held', 'shipment_already_tendered'] as const satisfies readonly ErrorCode[]
const REMEDIES = {
  invalid_transition: 'in the current status; tender only labeled shipments that are not yet injected',
  shipment_held: 'because of a hold; release the hold first',
  shipment_already_tendered: 'because of another open tender; accept or cancel that tender first',
}

const refuseMembers = (refused: readonly { shipment: Shipment; refusal: Refusal }[]): Refusal | null => {
  const code = OBSTACLES.find((obstacle) => refused.some(({ refusal }) => refusal.code === obstacle))
  if (!code) return null
  const named = refused.filter(({ refusal }) => refusal.code === code)
  const [first] = named
  return refuse(code, `${named.length} of the shipments (see details.shipments) cannot be tendered ${REMEDIES[code]}.`, {
    ...first?.refusal.details,
    shipments: named.map(({ shipment }) => ({
      id: shipment.id,
      status: shipment.status,
      ...(code === 'shipment_already_tendered' && { tender_id: shipment.open_tender_id }),
    })),
  })
}

const NONE: ReadonlyMap<string, Unseen> = new Map()

/**
 * Creates a tender of one partner's shipments. `unseen` has the shipments that were injected by a short acceptance and have not been seen
 * in a scan since. Errors, each with details.shipments: `invalid_transition`, `shipment_held`, `shipment_already_tendered`.
 */
export const decideCreateTender = (
  input: TenderInput,
  shipments: readonly Shipment[],
  env: DecisionContext,
  unseen: ReadonlyMap<string, Unseen> = NONE,
): TenderEffects | Refusal => {
  const [first] = shipments
  if (!first) throw new Error('a tender needs a member')
  const id = env.ids.next('tender')
  const members: Effects[] = []
  const refused: { shipment: Shipment; refusal: Refusal }[] = []
  for (const shipment of shipments) {
    const outcome = decideTender(shipment, id, env, unseen.has(shipment.id))
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
    missing_shipment_ids: [],
    cancelled_at: null,
    dismissal: null,
    created_at: env.now,
    version: 1,
  }
  return { tender, members, events: [tenderEvent.tenderCreated(tender, env.actor)] }
}

export interface AcceptInput {
  piece_count_received: number
  accepted_by?: string
  /** Members that the carrier did not find. */
  missing_shipment_ids?: readonly string[]
  /** Numbers of the parcels that the carrier found in addition to the members. */
  surplus_numbers?: readonly string[]
}

/** Refuses a tender that is no longer open. Null: it is open. */
const refuseEnded = ({ status, accepted_at, cancelled_at }: TenderRow): Refusal | null => {
  switch (status) {
    case 'created':
      return null
    case 'accepted':
      return refuse('tender_already_accepted', 'The tender has already been accepted; read the tender to see the count.', { accepted_at })
    case 'cancelled':
      return refuse('tender_already_cancelled', 'The tender was canceled; create a new tender for the shipments.', { cancelled_at })
    default:
      return unreachable(status)
  }
}

/** Refuses a list of missing shipments that is longer than the shortfall in the count, or that names shipments which are not members. */
const refuseMissing = (tender: TenderRow, { piece_count_received, missing_shipment_ids = [] }: AcceptInput): Refusal | null => {
  const members = new Set(tender.shipment_ids)
  const nonMembers = missing_shipment_ids.flatMap((id, i) => (members.has(id) ? [] : [`/missing_shipment_ids/${i}`]))
  if (nonMembers.length > 0) {
    return invalid(nonMembers.map((path) => ({ path, rule: 'member', message: 'is not a member of the tender; list only members' })))
  }
  const shortfall = Math.max(tender.piece_count - piece_count_received, 0)
  if (missing_shipment_ids.length <= shortfall) return null
  const counted = `the count is ${piece_count_received} and the expected count is ${tender.piece_count}`
  const remedy = shortfall === 0 ? 'so no shipment is missing; omit this field' : `so list at most ${shortfall}`
  return invalidField('/missing_shipment_ids', 'maximum', `lists ${missing_shipment_ids.length}, but ${counted}, ${remedy}`)
}

/** Refuses invalid or repeated surplus numbers, or a list that is longer than the surplus in the count. */
export const refuseSurplus = (piece_count: number, { piece_count_received, surplus_numbers = [] }: AcceptInput): Refusal | null => {
  const surplus = Math.max(piece_count_received - piece_count, 0)
  const seen = new Set<string>()
  for (const [i, text] of surplus_numbers.entries()) {
    const number = plainNumber(text)
    const path = `/surplus_numbers/${i}`
    if (!isNumber(number)) return invalidField(path, 'number', 'is not a valid parcel number; send the number on the label of the parcel')
    if (seen.has(number)) return invalidField(path, 'unique', 'is a duplicate; list each parcel once')
    seen.add(number)
  }
  if (seen.size <= surplus) return null
  const counted = `the count is ${piece_count_received} and the expected count is ${piece_count}`
  return invalidField('/surplus_numbers', 'maximum', `lists ${seen.size}, but ${counted}, so list at most ${surplus}`)
}

/** Maximum number of a partner's surplus numbers in the inbox. Partners can report any count, so a limit is needed. */
const MAX_SURPLUS = 1_000

/** Refuses too many surplus numbers. `open` is the number already in the inbox. Errors: `surplus_limit_reached`. */
export const refuseFlood = ({ surplus_numbers = [] }: AcceptInput, open: number): Refusal | null =>
  surplus_numbers.length + open <= MAX_SURPLUS
    ? null
    : refuse(
        'surplus_limit_reached',
        `Your tenders would have more than ${MAX_SURPLUS} surplus numbers that are waiting for the operator; accept the tender without \`surplus_numbers\`.`,
        {
          limit: MAX_SURPLUS,
        },
      )

/** Checks the missing members and surplus numbers of an acceptance. Null: they are valid. */
export const refuseCounts = (tender: TenderRow, input: AcceptInput): Refusal | null =>
  refuseMissing(tender, input) ?? refuseSurplus(tender.piece_count, input)

/** What is known about surplus parcels. Their partner may be unknown. */
interface SurplusOf {
  carrier: string
  facility: string | null
  handoff: Handoff
  tender_id: string | null
  partner_id: string | null
}

/** The inbox rows for surplus parcels. They say that the carrier received these parcels at `now`. */
export const surplusScans = (
  { carrier, facility, handoff, tender_id, partner_id }: SurplusOf,
  surplus_numbers: readonly string[],
  { now, ids }: Pick<DecisionContext, 'now' | 'ids'>,
): CarrierScanRow[] =>
  surplus_numbers.map((number) => {
    const facts = facility === null ? {} : { facility }
    return {
      id: ids.next('carrier_scan'),
      carrier,
      number: plainNumber(number),
      code: 'tender',
      occurred_at: now,
      place: placeText(facts),
      kind: handoff === 'inject' ? 'inject' : 'custody',
      facts,
      state: 'open',
      reason: 'surplus',
      shipment_id: null,
      scan_id: null,
      import_id: null,
      line: null,
      tender_id,
      surplus_of: partner_id,
      note: null,
      created_at: now,
      resolved_at: null,
      resolved_by: null,
      was_with: null,
      version: 1,
    }
  })

/** The tender's members and facility, as read for an acceptance. */
export interface Offered {
  shipments: readonly Shipment[]
  /**
   * Members that were injected by a short acceptance and have not been seen since. Scans by the carrier that accepts the members now do not
   * count.
   */
  unseen: ReadonlyMap<string, Unseen>
  facility: Facility | null
}

/**
 * The carrier accepts a tender. Members that no carrier has yet are handed over, except the missing ones. All other members stay unchanged.
 * The counted number is compared with the expected number. Errors: `tender_already_accepted`, `tender_already_cancelled`;
 * `validation_failed` on `/missing_shipment_ids` and `/surplus_numbers`; `tender_not_acceptable` when no member is left to hand over.
 */
export const decideAcceptTender = (
  tender: TenderRow,
  input: AcceptInput & { accepted_by: string },
  { shipments, unseen, facility }: Offered,
  env: DecisionContext,
): TenderEffects | Refusal => {
  const refusal = refuseEnded(tender) ?? refuseCounts(tender, input)
  if (refusal) return refusal
  if (!shipments.some((shipment) => canBeHandedOver(shipment, unseen.get(shipment.id)))) {
    return refuse('tender_not_acceptable', 'No member of the tender can still be handed over; create a new tender with other shipments.', {
      shipments: shipments.map(({ id, status }) => ({ id, status })),
    })
  }
  const delta = input.piece_count_received - tender.piece_count
  const accepted: TenderRow = {
    ...tender,
    status: 'accepted',
    piece_count_received: input.piece_count_received,
    accepted_by: input.accepted_by,
    accepted_at: env.now,
    discrepancy: delta === 0 ? null : { type: delta < 0 ? 'short' : 'over', delta },
    missing_shipment_ids: [...(input.missing_shipment_ids ?? [])],
    version: tender.version + 1,
  }
  const missing = new Set(input.missing_shipment_ids)
  return {
    tender: accepted,
    members: shipments.map((shipment) =>
      missing.has(shipment.id)
        ? decideReleased(shipment, env)
        : decideTenderAccepted(shipment, { ...tender, facility }, env, unseen.get(shipment.id)),
    ),
    events: tenderEvent.tenderAccepted(accepted, env.actor),
    surplus: surplusScans({ ...tender, tender_id: tender.id }, input.surplus_numbers ?? [], env),
  }
}

/** Cancels an open tender and frees its members. Fires no events. Errors: `tender_already_accepted`, `tender_already_cancelled`. */
export const decideCancelTender = (tender: TenderRow, shipments: readonly Shipment[], env: DecisionContext): TenderEffects | Refusal =>
  refuseEnded(tender) ?? {
    tender: { ...tender, status: 'cancelled', cancelled_at: env.now, version: tender.version + 1 },
    members: shipments.map((shipment) => decideReleased(shipment, env)),
    events: [],
  }

/**
 * Records why a discrepancy needs no further work. Fires no events. Errors: `tender_without_discrepancy`, `discrepancy_already_dismissed`.
 */
export const decideDismissDiscrepancy = (tender: TenderRow, note: string, by: string, now: string): TenderRow | Refusal => {
  if (tender.discrepancy === null) {
    const remedy =
      tender.status === 'created'
        ? 'accept the tender with the count of the carrier first'
        : 'the count was as expected, or the tender was canceled'
    return refuse('tender_without_discrepancy', `The tender has no discrepancy to dismiss; ${remedy}.`, { status: tender.status })
  }
  if (tender.dismissal !== null) {
    const { dismissed_by } = tender.dismissal
    return refuse(
      'discrepancy_already_dismissed',
      `${dismissed_by} has already dismissed the discrepancy; read the tender to see the note.`,
      {
        dismissal: tender.dismissal,
      },
    )
  }
  return { ...tender, dismissal: { note, dismissed_by: by, dismissed_at: now }, version: tender.version + 1 }
}
