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

const METADATA_KEY = patterned('^[\\s\\S]{1,40}$', 'must have a name of 1 to 40 characters, such as "color"')
export const Metadata = Type.Record(Type.String(METADATA_KEY), Type.String({ maxLength: 500 }), {
  sentence: METADATA_KEY.sentence,
  additionalProperties: false,
  maxProperties: 20,
  description: 'Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500.',
})

/** The fields that each parcel of an order has for itself. */
export const ofParcel = {
  ship_ext_id: Type.Optional(Text(255, 'Your own id for the shipment')),
  parcel: Type.Optional(ParcelIn),
  declared_value: Type.Optional(Cents('Value of the goods in cents')),
  customs: Type.Optional(CustomsIn),
  metadata: Type.Optional(Metadata),
}

/** The fields that all parcels of an order share. */
const ofOrder = {
  order_id: Type.Optional(Text(255, 'Your order number')),
  rma: Type.Optional(Text(255, 'Your return authorization number')),
  customer: Type.Optional(Text(255, 'Your customer id')),
  service_level: Type.Optional(Type.Enum([...SERVICE_LEVELS], { description: '`standard` when absent' })),
  from: Type.Optional(Address),
  to: Type.Optional(Address),
  drop_off_store_id: Type.Optional(IdText('Store where the parcel will be dropped off')),
  label_format: Type.Optional(Type.Enum([...LABEL_FORMATS], { description: '`pdf` when absent' })),
  expires_at: Type.Optional(Time('Time when the shipment expires if it is not sent; 30 days after creation when absent')),
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
    store_id: Type.Optional(IdText('Counter that sells the shipment')),
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
    drop_off_store_id: Type.Optional(IdText('Store where the parcel will be dropped off')),
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
        'Who has the parcel, according to its latest scan. Lists use its status instead. In lists, `network` means that the status does not show who in the network, or which carrier, has the parcel',
    }),
    name: text('Exact holder: the name of the store or facility, the code of the carrier, or the person who scanned the parcel'),
    place: text('Town, if known'),
    store_id: text('Store, if a store has the parcel'),
    facility: text('Code of the facility, if a facility has the parcel'),
    since: Time('Start of this custody'),
  },
  { title: 'Custody', description: 'Holder of the parcel; null before it is dropped off, and when nobody has the parcel' },
)

export const ShipmentOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['shipment']),
    tracking: Type.String({ description: '26 random Crockford base32 characters and a check character; never changes' }),
    barcode: Type.String({ description: '20 digits, the last a GS1 mod-10 check digit; never changes' }),
    ltracking: text('Tracking number of the onward carrier, once a carrier is known'),
    status: Type.Enum([...STATUSES]),
    direction: Type.Enum([...DIRECTIONS]),
    fulfillment: Type.Enum([...FULFILLMENTS]),
    channel: Type.Enum(['api', 'retail']),
    order_id: text('Your order number'),
    rma: text('Your return authorization number'),
    ship_ext_id: text('Your own id for the shipment'),
    customer: text('Your customer id'),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    from: Nullable(AddressOut),
    to: AddressOut,
    parcel: ParcelOut,
    declared_value: Nullable(Amount('Cents')),
    customs_url: text('Path of the customs declaration; null if the parcel crosses no border'),
    drop_off_store_id: text('Store where the parcel is to be dropped off'),
    store_id: text('Counter where the parcel was dropped off'),
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
    carrier_label_url: text(
      "Path of the carrier's own label, with which the shopper hands the parcel to the carrier. Null in network mode, where the network buys that label",
    ),
    parcel_url: text(
      'Address of the page on which the shopper follows the parcel. Give it only to the shopper. Null once the page is withdrawn',
    ),
    held: Type.Boolean(),
    custody: Nullable(CustodyOut),
    qr_id: text('The current QR of a qr_code shipment'),
    pickup_id: text('The current pickup'),
    sweepId: text('The sweep that collected the parcel or will collect it'),
    manifest_id: text("The store's manifest that includes the parcel"),
    tender_id: text('The tender that handed the parcel to the carrier'),
    group_id: text('The group that the shipment was created in; null if it was created alone'),
    piece_number: Nullable(Type.Integer({ description: 'Number of the parcel within its group, from 1' })),
    piece_count: Nullable(Type.Integer({ description: 'Number of parcels when the group was created' })),
    pod: Nullable(Type.Object({ document: Type.Union([Type.String(), Type.Null()]), grade: Type.Enum(['A', 'B', 'C']) })),
    expires_at: Time('Time when the shipment expires if it is not sent'),
    expired_at: time('Time when the shipment expired'),
    voided_at: time('Time when the label was voided'),
    cancelled_at: time('Time when the shipment was canceled'),
    rejected_at: time('Time when a counter last refused the parcel'),
    reject_reason: Nullable(Type.Enum([...REJECT_REASONS])),
    reject_reason_note: text('Note from the counter'),
    unclaimed_since: time('Time when the parcel was first reported unclaimed'),
    dispose_after: time('30 days after the parcel was first reported unclaimed'),
    scheduled_delivery_date: Nullable(Type.String({ format: 'date', description: 'Delivery day that the carrier announced' })),
    estimated_delivery_date: Nullable(
      Type.String({
        format: 'date',
        description:
          'Expected delivery day, by the calendars of the drop-off place and the destination, calculated at creation and again at each amendment or redirect. Null if no calendar gives it',
      }),
    ),
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: Time('Creation'),
    updated_at: Time('Time of the last change'),
    version: Type.Integer({ description: 'Increases with every change, and with every event that leaves the shipment unchanged' }),
    ...OwnerShown,
  },
  { title: 'Shipment' },
)

const ShipmentAction = Type.Object(
  {
    command: Type.Enum(Object.keys(ACTIONS) as Action[], { description: 'The command' }),
    operation: Type.String({ description: 'API operation of the command', examples: ['cancelShipment'] }),
    outcome: Type.Enum([...OUTCOMES], {
      description:
        '`applies`: the command has an effect. `recorded`: the scan is stored and changes nothing. `nothing`: the command is accepted and has no effect. `refused`: the command is refused for the reason in `code` and `message`.',
    }),
    status: Nullable(Type.Enum([...STATUSES], { description: 'Status after the command; null unless it applies' })),
    code: text('Error code of the refusal'),
    message: text('Reason for the refusal, and what to do instead'),
  },
  { title: 'ShipmentAction' },
)

export const ShipmentCustody = Type.Object(
  {
    shipment_id: IdText('Id of the shipment'),
    version: Type.Integer({ description: 'Version of the shipment that was read' }),
    custody: Nullable(CustodyOut),
  },
  { title: 'ShipmentCustody' },
)

export const ShipmentActions = Type.Object(
  {
    shipment_id: IdText('Id of the shipment'),
    version: Type.Integer({ description: 'Version of the shipment that was read' }),
    actions: Type.Array(ShipmentAction, { description: 'Commands in the order in which a parcel reaches them' }),
  },
  { title: 'ShipmentActions' },
)

export const FoundShipment = Type.Object(
  {
    ...ShipmentOut.properties,
    ...Owned,
    matched_by: Type.Enum([...IDENTIFIERS], { description: 'Which identifier matches the text; `filters` if no text was given' }),
  },
  { title: 'FoundShipment' },
)
