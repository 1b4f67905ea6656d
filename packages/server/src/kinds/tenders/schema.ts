import { STATUSES } from '@backhaul/core/shipment.ts'
import { HANDOFFS, TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { Type } from 'typebox'
import { IdText, Nullable, OwnerShown, Text, Time } from '../../http/schemas.ts'

const MAX_MEMBERS = 1_000
const MAX_PIECES = 1_000_000

const Handoff = Type.Enum([...HANDOFFS], {
  description:
    '`inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect',
})

export const TenderCreate = Type.Object(
  {
    carrier: Text(50, "The carrier's code"),
    handoff: Handoff,
    shipment_ids: Type.Array(IdText('One of your shipments'), {
      minItems: 1,
      maxItems: MAX_MEMBERS,
      uniqueItems: true,
      description:
        'Each shipment must be labeled, not yet injected, not on hold and not in another open tender. A shipment that became `injected` by an acceptance with a short count can be tendered again as long as no scan has reported the shipment since then',
    }),
    facility: Type.Optional(Text(50, 'Code of the facility where the handover takes place')),
    piece_count: Type.Optional(Type.Unknown({ description: 'Ignored; always the number of shipments', published: { type: 'integer' } })),
  },
  { additionalProperties: false, title: 'TenderCreate' },
)

export const TenderAccept = Type.Object(
  {
    piece_count_received: Type.Integer({ minimum: 0, maximum: MAX_PIECES, description: 'Number of parcels that the carrier counted' }),
    accepted_by: Type.Optional(Text(100, "Who accepted the tender. Default: the acting person, else the key's name, else the key's id")),
    missing_shipment_ids: Type.Optional(
      Type.Array(IdText('A member of the tender'), {
        maxItems: MAX_MEMBERS,
        uniqueItems: true,
        description:
          'Members that the carrier did not find; their number cannot exceed the shortfall in the count. They do not change and can be tendered again. When absent, all members are handed over',
      }),
    ),
    surplus_numbers: Type.Optional(
      Type.Array(Text(64, 'Number of a parcel, from the carrier or from this service'), {
        maxItems: MAX_MEMBERS,
        uniqueItems: true,
        description:
          'Parcels that the carrier found beyond the members; their number cannot exceed the surplus in the count. They go to the inbox of unmatched scans, where operators identify them',
      }),
    ),
  },
  { additionalProperties: false, title: 'TenderAccept' },
)

export const TenderDiscrepancyDismiss = Type.Object(
  { note: Text(500, "Why the discrepancy needs no further work, such as the carrier's answer") },
  { additionalProperties: false, title: 'TenderDiscrepancyDismiss' },
)

export const TenderOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['tender']),
    carrier: Type.String({ description: "The carrier's code" }),
    handoff: Handoff,
    facility: Nullable(Type.String({ description: "The facility's code" })),
    status: Type.Enum([...TENDER_STATUSES]),
    piece_count: Type.Integer({ description: 'Number of shipments' }),
    piece_count_received: Nullable(Type.Integer({ description: 'Number of parcels that the carrier counted' })),
    shipment_ids: Type.Array(Type.String(), { description: 'All members, in the order of the request' }),
    shipments: Type.Array(Type.Object({ id: Type.String(), status: Type.Enum([...STATUSES]) }), {
      description: 'All members with their current statuses',
    }),
    accepted_by: Nullable(Type.String()),
    accepted_at: Nullable(Time('Time when the tender was accepted')),
    discrepancy: Nullable(
      Type.Object({
        type: Type.Enum(['short', 'over']),
        delta: Type.Integer({ description: 'Number of received parcels minus number of expected parcels' }),
      }),
    ),
    missing_shipment_ids: Type.Array(Type.String(), { description: 'Members that the carrier did not find, as listed in the acceptance' }),
    cancelled_at: Nullable(Time('Time when the tender was canceled')),
    dismissal: Nullable(
      Type.Object(
        {
          note: Type.String({ description: 'Why the discrepancy needs no further work' }),
          dismissed_by: Type.String({ description: "Who dismissed the discrepancy: the person, else the key's name, else the key's id" }),
          dismissed_at: Time('Time when the discrepancy was dismissed'),
        },
        { title: 'TenderDismissal', description: 'The dismissal of the discrepancy: its reason, person and time' },
      ),
    ),
    created_at: Time('Creation'),
    ...OwnerShown,
  },
  { title: 'Tender' },
)
