import { FULFILLMENTS, SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import {
  Address,
  AddressOut,
  Amount,
  Cents,
  COUNTRY_FORMAT,
  COUNTRY_PATTERN,
  LocalDate,
  Nullable,
  OwnerShown,
  ParcelIn,
  ParcelOut,
  Text,
  Time,
} from '../../http/schemas.ts'
import { CustomsGiven, CustomsIn } from '../shipments/customs-schema.ts'
import { Metadata } from '../shipments/schema.ts'
import { LANGUAGES } from '../shopper/language.ts'
import { LINK_STATUSES } from './status.ts'

export const MAX_SHIPMENTS = 20

const Country = (description: string) => Type.String({ ...COUNTRY_PATTERN, format: COUNTRY_FORMAT, description, examples: ['US'] })

const PrefilledAddress = Type.Partial(Address, {
  additionalProperties: false,
  title: 'PrefilledAddress',
  description: 'The parts of the address that you know. The shopper sees them, corrects them and adds what is missing.',
})

export const ReturnLinkCreate = Type.Object(
  {
    order_id: Type.Optional(Text(255, 'Your order number; the shopper sees it')),
    rma: Type.Optional(Text(255, 'Your return authorization number; the shopper sees it')),
    customer: Type.Optional(Text(255, 'Your customer id')),
    from: Type.Optional(PrefilledAddress),
    to: Type.Optional(Address),
    parcel: Type.Optional(ParcelIn),
    declared_value: Type.Optional(Cents('Value of the goods in cents; the shopper sees it')),
    customs: Type.Optional(CustomsIn),
    service_level: Type.Optional(Type.Enum([...SERVICE_LEVELS], { description: '`standard` when absent' })),
    fulfillments: Type.Optional(
      Type.Array(Type.Enum([...FULFILLMENTS]), {
        minItems: 1,
        uniqueItems: true,
        description: 'Options for the shopper: a label to print, or a QR. Both when absent',
      }),
    ),
    market: Type.Optional(Country('Country of the sender. The form accepts no other country; when absent, it accepts any')),
    last_day: Type.Optional(LocalDate('Last day on which the link works, wherever the shopper is; 30 days from now when absent')),
    language: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Language of the page; the language of the browser when absent' })),
    asks_contents: Type.Optional(
      Type.Boolean({
        description: "Whether the page asks for the contents of the parcel. The answer becomes the shipment's `metadata.contents`",
      }),
    ),
    max_shipments: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SHIPMENTS, description: 'Number of shipments that the link can create; 1 when absent' }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { additionalProperties: false, title: 'ReturnLinkCreate' },
)

const PrefilledOut = Type.Partial(AddressOut, { title: 'PrefilledAddressRecord', description: 'Initial address in the form.' })
const text = (description: string) => Nullable(Type.String({ description }))

export const ReturnLinkOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['return_link']),
    url: text(
      'Address of the page. Give it only to the shopper. Null when the link can create no further shipments, and for callers who may not create return links',
    ),
    status: Type.Enum([...LINK_STATUSES], {
      description:
        '`open`: the link can create a shipment. `used`: it has created all its shipments. `over`: its last day has passed. `withdrawn`: it was withdrawn',
    }),
    order_id: text('Your order number'),
    rma: text('Your return authorization number'),
    customer: text('Your customer id'),
    from: Nullable(PrefilledOut),
    to: Nullable(AddressOut),
    parcel: Nullable(ParcelOut),
    declared_value: Nullable(Amount('Cents')),
    customs: Nullable(CustomsGiven),
    service_level: Nullable(Type.Enum([...SERVICE_LEVELS])),
    fulfillments: Type.Array(Type.Enum([...FULFILLMENTS]), { description: 'Options for the shopper' }),
    market: text('The only country that the form accepts; null: any country'),
    last_day: Type.String({ format: 'date', description: 'Last day on which the link works' }),
    ends_at: Time('Time when `last_day` has ended in every time zone'),
    language: Nullable(Type.Enum([...LANGUAGES])),
    asks_contents: Type.Boolean({ description: 'Whether the page asks for the contents of the parcel' }),
    max_shipments: Type.Integer({ description: 'Number of shipments that the link can create' }),
    shipment_ids: Type.Array(Type.String(), { description: 'Shipments that the link created, in order of creation' }),
    metadata: Type.Record(Type.String(), Type.String()),
    withdrawn_at: Nullable(Time('Time when the link was withdrawn')),
    created_at: Time('Creation'),
    version: Type.Integer({ description: 'Increases with every change and every shipment' }),
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.Enum(['origin_unserved'], {
              description: 'The form will refuse some countries of origin, because they have no price',
            }),
            message: Type.String({ description: 'The warning as text' }),
          },
          { title: 'ReturnLinkWarning', description: 'An input that the form will refuse, whatever else the shopper enters.' },
        ),
        { description: 'Only in the response that creates the link, and only if there are warnings' },
      ),
    ),
    ...OwnerShown,
  },
  { title: 'ReturnLink' },
)
