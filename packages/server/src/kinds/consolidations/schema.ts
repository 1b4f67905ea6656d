import { CONSOLIDATION_MEMBER_STATES, CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { HANDOFFS, TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { Type } from 'typebox'
import { IdText, LocalDate, Nullable, Text, Time } from '../../http/schemas.ts'
import { MOST_MEMBERS } from './model.ts'

const MAX_PIECES = 1_000_000
const MAX_NAMED = 1_000

const Ids = (description: string) =>
  Type.Optional(Type.Array(IdText(description), { minItems: 1, maxItems: MOST_MEMBERS, uniqueItems: true, description }))

export const ConsolidationCreate = Type.Object(
  {
    carrier: Text(50, 'Code of the carrier that takes all of it'),
    facility: Type.Optional(Text(50, 'Code of the facility where it does')),
    store_id: Type.Optional(IdText('The store where it does; with `date`')),
    date: Type.Optional(LocalDate('Store-local day of the visit; with `store_id`')),
    tender_ids: Ids('Open tenders of any partners for this carrier'),
    sweep_ids: Ids('Sweeps of any partners at the store on that day'),
  },
  { additionalProperties: false, title: 'ConsolidationCreate' },
)

const Surplus = (description: string) =>
  Type.Optional(Type.Array(Text(64, "The carrier's number of a parcel, or ours"), { maxItems: MAX_NAMED, uniqueItems: true, description }))

const MemberCount = Type.Object(
  {
    id: IdText('The tender or sweep'),
    piece_count_received: Type.Integer({ minimum: 0, maximum: MAX_PIECES, description: 'How many of its parcels were counted' }),
    missing_shipment_ids: Type.Optional(
      Type.Array(IdText('A member of the tender'), {
        maxItems: MAX_NAMED,
        uniqueItems: true,
        description: 'As in the acceptance of a tender: members that were not found',
      }),
    ),
    surplus_numbers: Surplus('As in the acceptance of a tender: parcels beyond its members'),
  },
  { additionalProperties: false, title: 'ConsolidationCount' },
)

export const ConsolidationAccept = Type.Object(
  {
    piece_count_received: Type.Integer({ minimum: 0, maximum: MAX_PIECES, description: 'How many parcels were counted in all' }),
    accepted_by: Type.Optional(
      Text(100, "Who accepted, as stored on every tender. Default: the acting person, else the key's name, else the key's id"),
    ),
    counts: Type.Optional(
      Type.Array(MemberCount, {
        maxItems: MOST_MEMBERS,
        description: 'Of the tenders and sweeps whose count differs; all others have as many as expected',
      }),
    ),
    unattributed: Type.Optional(
      Type.Integer({
        minimum: -MAX_PIECES,
        maximum: MAX_PIECES,
        description:
          'Parcels beyond those of the members, or less than theirs (negative), of which nobody can say whose they are; 0 when absent',
      }),
    ),
    surplus_numbers: Surplus('Numbers of the unattributed parcels, at most as many: they go to the inbox of unmatched scans'),
  },
  { additionalProperties: false, title: 'ConsolidationAccept' },
)

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const facts = {
  id: Type.String(),
  object: Type.Enum(['consolidation']),
  carrier: Type.String({ description: 'Code of the carrier' }),
  facility: Nullable(Type.String({ description: 'Code of the facility' })),
  store_id: Nullable(Type.String({ description: 'The store' })),
  date: Nullable(LocalDate('Store-local day of the visit')),
  status: Type.Enum([...CONSOLIDATION_STATUSES], {
    description:
      '`open`: nothing is counted yet. `accepting`: all was counted, and the tenders are being accepted one after another. `accepted`: none is left. `cancelled`: it was called off before the count',
  }),
  piece_count_received: Nullable(Count('Parcels counted in all')),
  unattributed: Type.Integer({ description: 'Parcels counted beyond those of the members, or less than theirs' }),
  accepted_by: Nullable(Type.String({ description: 'Who accepted' })),
  member_count: Count('Tenders and sweeps'),
  partner_count: Count('Partners that have some of them'),
  accepting_count: Count('Tenders that are still to be accepted'),
  refused_count: Count('Members that had ended otherwise by then'),
  created_at: Time('Creation'),
  counted_at: Nullable(Time('When its parcels were counted')),
  ended_at: Nullable(Time('When the last tender was accepted, or it was cancelled')),
}

export const ConsolidationListed = Type.Object(facts, { title: 'ConsolidationListed' })

export const Member = Type.Object(
  {
    id: Type.String({ description: 'The tender or sweep' }),
    kind: Type.Enum(['tender', 'sweep'], { description: 'Which of the two it is' }),
    partner_id: Type.String({ description: 'Whose it is' }),
    handoff: Nullable(Type.Enum([...HANDOFFS], { description: 'Of a tender' })),
    status: Type.Enum([...TENDER_STATUSES, ...SWEEP_STATUSES], { description: 'Of the tender or sweep itself, now' }),
    state: Type.Enum([...CONSOLIDATION_MEMBER_STATES], {
      description:
        '`open`: not counted. `accepting`: counted, and its tender is about to be accepted. `accepted`: done. `refused`: it had ended otherwise by then; `reason` and `message` say how. `released`: the consolidation was cancelled',
    }),
    piece_count: Count('Parcels that are expected of it, or were when all was counted; 0 if it has ended otherwise'),
    piece_count_received: Nullable(Count('Parcels counted of it')),
    missing_shipment_ids: Type.Array(Type.String(), { description: 'Members that were not found' }),
    surplus_numbers: Type.Array(Type.String(), { description: 'Numbers of parcels beyond its members' }),
    reason: Nullable(Type.String({ description: 'Why it was refused: a code' })),
    message: Nullable(Type.String({ description: 'The same in words' })),
    ended_at: Nullable(Time('When it was accepted, refused or released')),
  },
  { title: 'ConsolidationMember' },
)

const OfPartner = Type.Object(
  {
    partner_id: Type.String({ description: 'Whose they are' }),
    member_count: Count('Its tenders and sweeps'),
    piece_count: Count('Parcels expected of them'),
    piece_count_received: Nullable(Count('Parcels counted of them')),
  },
  { title: 'ConsolidationPartner' },
)

export const ConsolidationOut = Type.Object(
  {
    ...facts,
    piece_count: Count('Parcels expected of all members'),
    partners: Type.Array(OfPartner, { description: 'What the members come to, by partner' }),
    members: Type.Array(Member, { description: 'The tenders and sweeps' }),
  },
  { title: 'Consolidation' },
)
