import { HOLDERS } from '@backhaul/core/custody.ts'
import { IDENTIFIERS } from '@backhaul/core/search.ts'
import { DIRECTIONS, FULFILLMENTS, LABEL_FORMATS, REJECT_REASONS, SERVICE_LEVELS, STATUSES } from '@backhaul/core/shipment.ts'
import { DISPOSITIONS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import {
  Address,
  AddressOut,
  Amount,
  Cents,
  IdText,
  Nullable,
  Owned,
  OwnerShown,
  ParcelIn,
  ParcelOut,
  patterned,
  requires,
  rule,
  Text,
  Time,
} from '../../http/schemas.ts'
import { ACTIONS, type Action, OUTCOMES } from './actions.ts'
import { CustomsIn } from './customs-schema.ts'

const METADATA_KEY = patterned('^[\\s\\S]{1,40}$', 'must have a name of 1 to 40 characters, such as color')
export const Metadata = Type.Record(Type.String(METADATA_KEY), Type.String({ maxLength: 500 }), {
  sentence: METADATA_KEY.sentence,
  additionalProperties: false,
  maxProperties: 20,
  description: 'Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500.',
})

/** The fields that each parcel of an order has for itself. */
export const ofParcel = {
  ship_ext_id: Type.Optional(Text(255, 'Your own id of the shipment')),
  parcel: Type.Optional(ParcelIn),
  declared_value: Type.Optional(Cents('Value of the goods in cents')),
  customs: Type.Optional(CustomsIn),
  metadata: Type.Optional(Metadata),
}

/** The fields that all parcels of an order share. */
const ofOrder = {
  order_id: Type.Optional(Text(255, 'Your order number')),
  rma: Type.Optional(Text(255, 'Your return authorization number')),
  customer: Type.Optional(Text(255, 'Your id of the customer')),
  service_level: Type.Optional(Type.Enum([...SERVICE_LEVELS], { description: '`standard` when absent' })),
  from: Type.Optional(Address),
  to: Type.Optional(Address),
  drop_off_store_id: Type.Optional(IdText('Where it will be dropped off')),
  label_format: Type.Optional(Type.Enum([...LABEL_FORMATS], { description: '`pdf` when absent' })),
  expires_at: Type.Optional(Time('When it expires unless sent; 30 days after creation when absent')),
}

/**
 * The shared fields of an order through the API. The request also gives direction and fulfillment, and the destination of an outbound
 * order.
 */
export const ofApiOrder = { direction: Type.Enum([...DIRECTIONS]), fulfillment: Type.Enum([...FULFILLMENTS]), ...ofOrder }
export const outboundNamesTo = rule({ anyOf: [requires('to'), { properties: { direction: { type: 'string', const: 'return' } } }] })

export const ShipmentCreate = Type.Object(
  { ...ofApiOrder, ...ofParcel },
  { additionalProperties: false, title: 'ShipmentCreate', published: outboundNamesTo },
)

export const MAX_BATCH = 1_000
export const ShipmentBatch = Type.Object(
  { shipments: Type.Array(ShipmentCreate, { minItems: 1, maxItems: MAX_BATCH }) },
  { additionalProperties: false, title: 'ShipmentBatch' },
)

export const RetailCreate = Type.Object(
  {
    direction: Type.Optional(Type.Enum([...DIRECTIONS], { description: 'Always `outbound`; any other value is ignored' })),
    fulfillment: Type.Optional(Type.Enum([...FULFILLMENTS], { description: 'Always `print_label`; any other value is ignored' })),
    store_id: Type.Optional(IdText('The counter that sells it')),
    ...ofOrder,
    ...ofParcel,
  },
  { additionalProperties: false, title: 'RetailShipmentCreate', published: { required: ['to'] } },
)

export const ShipmentAmend = Type.Object(
  {
    parcel: Type.Optional(ParcelIn),
    declared_value: Type.Optional(Cents('Value of the goods in cents')),
    customs: Type.Optional(CustomsIn),
    to: Type.Optional(Address),
    drop_off_store_id: Type.Optional(IdText('Where it will be dropped off')),
  },
  { additionalProperties: false, title: 'ShipmentAmend', minProperties: 1 },
)

export const ShipmentRedirect = Type.Object({ to: Address }, { additionalProperties: false, title: 'ShipmentRedirect' })

export const ShipmentDisposition = Type.Object(
  { disposition: Type.Enum([...DISPOSITIONS]) },
  { additionalProperties: false, title: 'ShipmentDisposition' },
)

const text = (description: string) => Nullable(Type.String({ description }))
const time = (description: string) => Nullable(Time(description))

const CustodyOut = Type.Object(
  {
    holder: Type.Enum([...HOLDERS], {
      description:
        'Who has the parcel, by its latest scan; in lists by its status, where `network` means that the status does not say who in the network or at its carriers',
    }),
    name: text("Who exactly: the store's or facility's name, the carrier's code, or the person who scanned it"),
    place: text('The town, if it is known'),
    store_id: text('The store, if one has it'),
    facility: text('The code of the facility, if one has it'),
    since: Time('Since when'),
  },
  { title: 'Custody', description: 'Who has the parcel; null before it is handed in, and once nobody has it any more' },
)

export const ShipmentOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['shipment']),
    tracking: Type.String({ description: '26 random Crockford base32 characters and a check character; never changes' }),
    barcode: Type.String({ description: '20 digits, the last a GS1 mod-10 check digit; never changes' }),
    ltracking: text("The onward carrier's own number, once a carrier is known"),
    status: Type.Enum([...STATUSES]),
    direction: Type.Enum([...DIRECTIONS]),
    fulfillment: Type.Enum([...FULFILLMENTS]),
    channel: Type.Enum(['api', 'retail']),
    order_id: text('Your order number'),
    rma: text('Your return authorization number'),
    ship_ext_id: text('Your own id of the shipment'),
    customer: text('Your id of the customer'),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    from: Nullable(AddressOut),
    to: AddressOut,
    parcel: ParcelOut,
    declared_value: Nullable(Amount('Cents')),
    customs_url: text('Path of the customs declaration of a parcel that crosses a border; null of others'),
    drop_off_store_id: text('Where it was routed to be dropped off'),
    store_id: text('The counter that took it in'),
    label_format: Type.Enum([...LABEL_FORMATS]),
    market: Type.String({ description: 'Destination country' }),
    currency: Type.String(),
    amount: Amount('Price in cents'),
    carrier: text('Null in a marketplace market until a carrier has the parcel'),
    label_id: text('The current label'),
    label_version: Nullable(Type.Integer({ description: 'Starts at 1; null before the first label' })),
    supersedes: text('The label that the current one replaced'),
    label_url: text('Path of the label, once there is one'),
    label_voided: Type.Boolean(),
    parcel_url: text('Address of the page on which the shopper follows the parcel, to be passed on to nobody else; null once withdrawn'),
    held: Type.Boolean(),
    custody: Nullable(CustodyOut),
    qr_id: text('The current QR of a qr_code shipment'),
    pickup_id: text('The live pickup'),
    sweepId: text('The sweep that collected it, or is to collect it'),
    manifest_id: text("The store's manifest that counts it"),
    tender_id: text('The tender that handed it to the carrier'),
    group_id: text('The group that it was ordered in; null if it was ordered by itself'),
    piece_number: Nullable(Type.Integer({ description: 'Which parcel of its group it is, from 1' })),
    piece_count: Nullable(Type.Integer({ description: 'How many parcels its group was ordered with' })),
    pod: Nullable(Type.Object({ document: Type.Union([Type.String(), Type.Null()]), grade: Type.Enum(['A', 'B', 'C']) })),
    expires_at: Time('When it expires unless sent'),
    expired_at: time('When it expired'),
    voided_at: time('When its label was voided'),
    cancelled_at: time('When it was cancelled'),
    rejected_at: time('When a counter last refused it'),
    reject_reason: Nullable(Type.Enum([...REJECT_REASONS])),
    reject_reason_note: text("The counter's note"),
    unclaimed_since: time('First unclaimed report'),
    dispose_after: time('30 days after the first unclaimed report'),
    scheduled_delivery_date: Nullable(Type.String({ format: 'date', description: 'As announced by the carrier' })),
    estimated_delivery_date: Nullable(
      Type.String({
        format: 'date',
        description:
          'When it is to be expected, by the calendars of where it is dropped off and where it goes, as of its creation, latest amendment or redirect; null where no calendar says it',
      }),
    ),
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: Time('Creation'),
    updated_at: Time('Last change'),
    version: Type.Integer({ description: 'Rises with every change, and with every event that leaves the shipment unchanged' }),
    ...OwnerShown,
  },
  { title: 'Shipment' },
)

const ShipmentAction = Type.Object(
  {
    command: Type.Enum(Object.keys(ACTIONS) as Action[], { description: 'The command' }),
    operation: Type.String({ description: 'The operation of this API that is the command', examples: ['cancelShipment'] }),
    outcome: Type.Enum([...OUTCOMES], {
      description:
        '`applies`: it has an effect. `recorded`: a scan that is kept and changes nothing. `nothing`: it is accepted and has no effect. `refused`: for the reason in `code` and `message`.',
    }),
    status: Nullable(Type.Enum([...STATUSES], { description: 'The status after it; null unless it applies' })),
    code: text('The code with which it would be refused'),
    message: text('Why it would be refused, and what to do instead'),
  },
  { title: 'ShipmentAction' },
)

export const ShipmentCustody = Type.Object(
  {
    shipment_id: IdText('Of the shipment'),
    version: Type.Integer({ description: 'The version of the shipment that was looked at' }),
    custody: Nullable(CustodyOut),
  },
  { title: 'ShipmentCustody' },
)

export const ShipmentActions = Type.Object(
  {
    shipment_id: IdText('Of the shipment'),
    version: Type.Integer({ description: 'The version of the shipment that was looked at' }),
    actions: Type.Array(ShipmentAction, { description: 'In the order in which a parcel comes to them' }),
  },
  { title: 'ShipmentActions' },
)

export const FoundShipment = Type.Object(
  {
    ...ShipmentOut.properties,
    ...Owned,
    matched_by: Type.Enum([...IDENTIFIERS], { description: 'Which identifier the text is; `filters` where no text was given' }),
  },
  { title: 'FoundShipment' },
)
