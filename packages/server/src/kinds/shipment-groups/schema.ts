import { DIRECTIONS, FULFILLMENTS, SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { Amount, Nullable, OwnerShown, Text, Time } from '../../http/schemas.ts'
import { ofApiOrder, ofParcel, outboundNamesTo, ShipmentOut } from '../shipments/schema.ts'

/** Maximum number of pieces. A label has room for piece numbers up to this, and a pallet has room for this many parcels. */
const MAX_MEMBERS = 100

const Member = Type.Object(ofParcel, { additionalProperties: false, title: 'ShipmentGroupMember' })

export const ShipmentGroupCreate = Type.Object(
  {
    ...ofApiOrder,
    shipments: Type.Array(Member, {
      minItems: 1,
      maxItems: MAX_MEMBERS,
      description: 'Fields of each parcel, in the order in which the parcels are numbered. `{}` for a parcel that has none',
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
      '26 random Crockford base32 characters and a check character. Identifies the group of parcels; it is not a tracking number',
  }),
  order_id: text('Your order number'),
  rma: text('Your return authorization number'),
  customer: text('Your customer id'),
  direction: Type.Enum([...DIRECTIONS]),
  fulfillment: Type.Enum([...FULFILLMENTS]),
  service_level: Type.Enum([...SERVICE_LEVELS]),
  piece_count: Type.Integer({ description: 'Number of parcels when the group was created' }),
  shipment_ids: Type.Array(Type.String(), { description: 'Ids of the shipments, in the order of their piece numbers' }),
  created_at: Time('Creation'),
  ...OwnerShown,
}

export const ShipmentGroupListed = Type.Object(facts, { title: 'ShipmentGroupSummary' })

const Total = Type.Object(
  { currency: Type.String(), amount: Amount('Cents') },
  { title: 'ShipmentGroupTotal', description: 'Current total price of the shipments in this currency.' },
)

const whole = {
  ...facts,
  totals: Type.Array(Total, { description: 'Totals by currency: only one, unless a parcel was redirected to another country' }),
  shipments: Type.Array(ShipmentOut, { description: 'Current shipments, in the order of their piece numbers' }),
}

export const ShipmentGroupOut = Type.Object(whole, { title: 'ShipmentGroup' })

const Kept = Type.Object(
  {
    shipment_id: Type.String(),
    code: Type.String({ description: 'Error code that canceling this shipment alone would return' }),
    message: Type.String({ description: 'Reason, and what to do instead' }),
  },
  { title: 'ShipmentGroupKept', description: 'A shipment of the group that was not canceled.' },
)

export const ShipmentGroupCancelled = Type.Object(
  {
    ...whole,
    cancelled: Type.Array(Type.String(), { description: 'Ids of the shipments that this request canceled' }),
    not_cancelled: Type.Array(Kept, { description: 'The other shipments, each with its reason' }),
  },
  { title: 'ShipmentGroupCancelled' },
)
