import { CONSOLIDATION_MEMBER_STATES, CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { HANDOFFS, TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { Type } from 'typebox'
import { IdText, LocalDate, Nullable, Text, Time } from '../../http/schemas.ts'
import { MAX_MEMBERS } from './model.ts'

const MAX_PIECES = 1_000_000
const MAX_NAMED = 1_000

const Ids = (description: string) =>
  Type.Optional(Type.Array(IdText(description), { minItems: 1, maxItems: MAX_MEMBERS, uniqueItems: true, description }))

export const ConsolidationCreate = Type.Object(
  {
    carrier: Text(50, 'Code of the carrier that collects everything'),
    facility: Type.Optional(Text(50, 'Code of the facility where the carrier collects')),
    store_id: Type.Optional(IdText('The store where the carrier collects; send it together with `date`')),
    date: Type.Optional(LocalDate('Store-local day of the visit; send it together with `store_id`')),
    tender_ids: Ids('Open tenders of any partners for this carrier'),
    sweep_ids: Ids('Sweeps of any partners at the store on that day'),
  },
  { additionalProperties: false, title: 'ConsolidationCreate' },
)

const Surplus = (description: string) =>
  Type.Optional(
    Type.Array(Text(64, "The carrier's number of a parcel, or the tracking number"), {
      maxItems: MAX_NAMED,
      uniqueItems: true,
      description,
    }),
  )

const MemberCount = Type.Object(
  {
    id: IdText('Id of the tender or sweep'),
    piece_count_received: Type.Integer({ minimum: 0, maximum: MAX_PIECES, description: 'Number of its parcels that were counted' }),
    missing_shipment_ids: Type.Optional(
      Type.Array(IdText('A member of the tender'), {
        maxItems: MAX_NAMED,
        uniqueItems: true,
        description: 'Members of the tender that were not found, as in the acceptance of a tender',
      }),
    ),
    surplus_numbers: Surplus('Surplus parcels, which are not members of the tender, as in the acceptance of a tender'),
  },
  { additionalProperties: false, title: 'ConsolidationCount' },
)

export const ConsolidationAccept = Type.Object(
  {
    piece_count_received: Type.Integer({ minimum: 0, maximum: MAX_PIECES, description: 'Number of parcels counted in total' }),
    accepted_by: Type.Optional(
      Text(100, "Person who accepted, as stored on every tender. Default: the acting person, else the key's name, else the key's id"),
    ),
    counts: Type.Optional(
      Type.Array(MemberCount, {
        maxItems: MAX_MEMBERS,
        description: 'Counts of the tenders and sweeps that differ; all others have as many parcels as expected',
      }),
    ),
    unattributed: Type.Optional(
      Type.Integer({
        minimum: -MAX_PIECES,
        maximum: MAX_PIECES,
        description: 'Number of surplus parcels that cannot be assigned to a member; negative if parcels are missing; 0 when absent',
      }),
    ),
    surplus_numbers: Surplus(
      'Numbers of the unattributed surplus parcels, at most `unattributed` of them. They go to the inbox of unmatched scans',
    ),
  },
  { additionalProperties: false, title: 'ConsolidationAccept' },
)

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const facts = {
  id: Type.String(),
  object: Type.Enum(['consolidation']),
  carrier: Type.String({ description: 'Code of the carrier' }),
  facility: Nullable(Type.String({ description: 'Code of the facility' })),
  store_id: Nullable(Type.String({ description: 'Id of the store' })),
  date: Nullable(LocalDate('Store-local day of the visit')),
  status: Type.Enum([...CONSOLIDATION_STATUSES], {
    description:
      '`open`: nothing is counted yet. `accepting`: everything is counted, and the tenders are being accepted one after another. `accepted`: no tender is left to accept. `cancelled`: the consolidation was canceled before the count',
  }),
  piece_count_received: Nullable(Count('Parcels counted in total')),
  unattributed: Type.Integer({ description: 'Number of surplus parcels that are assigned to no member; negative if parcels are missing' }),
  accepted_by: Nullable(Type.String({ description: "Who accepted: the given name, else the person, the key's name, or the key's id" })),
  member_count: Count('Number of tenders and sweeps'),
  partner_count: Count('Number of partners with tenders or sweeps here'),
  accepting_count: Count('Tenders that are not accepted yet'),
  refused_count: Count('Members that could not be accepted because they had ended in another way'),
  created_at: Time('Creation'),
  counted_at: Nullable(Time('Time of the count')),
  ended_at: Nullable(Time('Time of the last acceptance, or of the cancellation')),
}

export const ConsolidationListed = Type.Object(facts, { title: 'ConsolidationListed' })

export const Member = Type.Object(
  {
    id: Type.String({ description: 'Id of the tender or sweep' }),
    kind: Type.Enum(['tender', 'sweep'], { description: 'Whether the member is a tender or a sweep' }),
    partner_id: Type.String({ description: 'Partner that owns the tender or sweep' }),
    handoff: Nullable(Type.Enum([...HANDOFFS], { description: 'Hand-over of a tender; null for a sweep' })),
    status: Type.Enum([...TENDER_STATUSES, ...SWEEP_STATUSES], { description: 'Present status of the tender or sweep' }),
    state: Type.Enum([...CONSOLIDATION_MEMBER_STATES], {
      description:
        '`open`: not counted. `accepting`: counted, and the tender is about to be accepted. `accepted`: accepted. `refused`: the member had ended in another way; see `reason` and `message`. `released`: the consolidation was canceled',
    }),
    piece_count: Count('Number of parcels expected from the member, fixed at the count; 0 if the member had ended in another way'),
    piece_count_received: Nullable(Count('Number of parcels counted for the member')),
    missing_shipment_ids: Type.Array(Type.String(), { description: 'Members of the tender that were not found' }),
    surplus_numbers: Type.Array(Type.String(), { description: 'Numbers of surplus parcels, which are not members of the tender' }),
    reason: Nullable(Type.String({ description: 'Code of the refusal' })),
    message: Nullable(Type.String({ description: 'The refusal as text' })),
    ended_at: Nullable(Time('Time when the member was accepted, refused or released')),
  },
  { title: 'ConsolidationMember' },
)

const OfPartner = Type.Object(
  {
    partner_id: Type.String({ description: 'Partner that owns the tenders and sweeps' }),
    member_count: Count('Number of tenders and sweeps'),
    piece_count: Count('Number of parcels expected from these tenders and sweeps'),
    piece_count_received: Nullable(Count('Number of parcels counted for these tenders and sweeps')),
  },
  { title: 'ConsolidationPartner' },
)

export const ConsolidationOut = Type.Object(
  {
    ...facts,
    piece_count: Count('Number of parcels expected from all members'),
    partners: Type.Array(OfPartner, { description: 'Totals of the members by partner' }),
    members: Type.Array(Member, { description: 'Tenders and sweeps of the consolidation' }),
  },
  { title: 'Consolidation' },
)
