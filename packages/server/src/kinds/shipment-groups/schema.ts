import { DIRECTIONS, FULFILLMENTS, SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { Amount, Nullable, OwnerShown, Text, Time } from '../../http/schemas.ts'
import { ofApiOrder, ofParcel, outboundNamesTo, ShipmentOut } from '../shipments/schema.ts'

/** The most pieces that a label has room to count, and that fit on one pallet. */
const MAX_MEMBERS = 100

const Member = Type.Object(ofParcel, { additionalProperties: false, title: 'ShipmentGroupMember' })

export const ShipmentGroupCreate = Type.Object(
  {
    ...ofApiOrder,
    shipments: Type.Array(Member, {
      minItems: 1,
      maxItems: MAX_MEMBERS,
      description: 'What each parcel has for itself, in the order in which they are numbered. `{}` for one that has nothing',
    }),
  },
  { additionalProperties: false, title: 'ShipmentGroupCreate', published: outboundNamesTo },
)

const text = (description: string) => Nullable(Text(255, description))

const facts = {
  id: Type.String(),
  object: Type.Enum(['shipment_group']),
  master_number: Type.String({
    description:
      '26 random Crockford base32 characters and a check character: what the parcels are known by together. It is no tracking number',
  }),
  order_id: text('Your order number'),
  rma: text('Your return authorization number'),
  customer: text('Your id of the customer'),
  direction: Type.Enum([...DIRECTIONS]),
  fulfillment: Type.Enum([...FULFILLMENTS]),
  service_level: Type.Enum([...SERVICE_LEVELS]),
  piece_count: Type.Integer({ description: 'How many parcels it was ordered with' }),
  shipment_ids: Type.Array(Type.String(), { description: 'Its shipments, in the order of their numbers' }),
  created_at: Time('Creation'),
  ...OwnerShown,
}

export const ShipmentGroupListed = Type.Object(facts, { title: 'ShipmentGroupSummary' })

const Total = Type.Object(
  { currency: Type.String(), amount: Amount('Cents') },
  { title: 'ShipmentGroupTotal', description: 'What the shipments in this currency cost together, as they are now.' },
)

const whole = {
  ...facts,
  totals: Type.Array(Total, { description: 'By currency: one, unless a parcel was sent on to another country' }),
  shipments: Type.Array(ShipmentOut, { description: 'Its shipments as they are now, in the order of their numbers' }),
}

export const ShipmentGroupOut = Type.Object(whole, { title: 'ShipmentGroup' })

const Kept = Type.Object(
  {
    shipment_id: Type.String(),
    code: Type.String({ description: 'The code with which canceling it by itself is refused' }),
    message: Type.String({ description: 'Why, and what to do instead' }),
  },
  { title: 'ShipmentGroupKept', description: 'A shipment of the group that goes on.' },
)

export const ShipmentGroupCancelled = Type.Object(
  {
    ...whole,
    cancelled: Type.Array(Type.String(), { description: 'The ids of those that this request cancelled' }),
    not_cancelled: Type.Array(Kept, { description: 'The others, each with its reason' }),
  },
  { title: 'ShipmentGroupCancelled' },
)
