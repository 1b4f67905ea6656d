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
  ParcelIn,
  ParcelOut,
  Text,
  Time,
} from '../../http/schemas.ts'
import { CustomsGiven, CustomsIn } from '../shipments/customs-schema.ts'
import { Metadata } from '../shipments/schema.ts'
import { LANGUAGES } from '../shopper/language.ts'
import { STANDINGS } from './standing.ts'

export const MAX_SHIPMENTS = 20

const Country = (description: string) => Type.String({ ...COUNTRY_PATTERN, format: COUNTRY_FORMAT, description, examples: ['US'] })

const PrefilledAddress = Type.Partial(Address, {
  additionalProperties: false,
  title: 'PrefilledAddress',
  description: 'What you know of an address. The shopper sees it, corrects it and adds what is missing.',
})

export const ReturnLinkCreate = Type.Object(
  {
    order_id: Type.Optional(Text(255, 'Your order number; the shopper sees it')),
    rma: Type.Optional(Text(255, 'Your return authorization number; the shopper sees it')),
    customer: Type.Optional(Text(255, 'Your id of the customer')),
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
        description: 'What the shopper may choose: a label to print, or a QR. Both when absent',
      }),
    ),
    market: Type.Optional(Country('The country that the parcel comes from. The form takes no other; when absent it takes any')),
    last_day: Type.Optional(LocalDate('The last day on which the link is of use, wherever the shopper is; 30 days from now when absent')),
    language: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Of the page; that of the browser when absent' })),
    asks_contents: Type.Optional(
      Type.Boolean({ description: "Whether the page asks what is in the parcel: the answer is the shipment's `metadata.contents`" }),
    ),
    max_shipments: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SHIPMENTS, description: 'How many shipments the link makes; 1 when absent' }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { additionalProperties: false, title: 'ReturnLinkCreate' },
)

const PrefilledOut = Type.Partial(AddressOut, { title: 'PrefilledAddressRecord', description: 'What the form begins with.' })
const text = (description: string) => Nullable(Type.String({ description }))

export const ReturnLinkOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['return_link']),
    url: text(
      'Address of the page. Give it to the shopper and nobody else. Null once the link can make no shipment, and for callers who may not make return links',
    ),
    status: Type.Enum([...STANDINGS], {
      description: '`open`: it can make a shipment. `used`: it made all it may. `over`: after its last day. `withdrawn`: by request',
    }),
    order_id: text('Your order number'),
    rma: text('Your return authorization number'),
    customer: text('Your id of the customer'),
    from: Nullable(PrefilledOut),
    to: Nullable(AddressOut),
    parcel: Nullable(ParcelOut),
    declared_value: Nullable(Amount('Cents')),
    customs: Nullable(CustomsGiven),
    service_level: Nullable(Type.Enum([...SERVICE_LEVELS])),
    fulfillments: Type.Array(Type.Enum([...FULFILLMENTS]), { description: 'What the shopper may choose' }),
    market: text('The only country that the form takes; null: any'),
    last_day: Type.String({ format: 'date', description: 'The last day on which it is of use' }),
    ends_at: Time('When that day is over everywhere'),
    language: Nullable(Type.Enum([...LANGUAGES])),
    asks_contents: Type.Boolean({ description: 'Whether the page asks what is in the parcel' }),
    max_shipments: Type.Integer({ description: 'How many shipments it makes' }),
    shipment_ids: Type.Array(Type.String(), { description: 'The shipments that it made, in their order' }),
    metadata: Type.Record(Type.String(), Type.String()),
    withdrawn_at: Nullable(Time('When it was withdrawn')),
    created_at: Time('Creation'),
    version: Type.Integer({ description: 'Rises with every change and every shipment' }),
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.Enum(['origin_unserved'], { description: 'The form will refuse some origins, because they have no price' }),
            message: Type.String({ description: 'The same in words' }),
          },
          { title: 'ReturnLinkWarning', description: 'An input that the form will refuse, whatever else the shopper enters.' },
        ),
        { description: 'Only in the answer that creates the link, and only if there are warnings' },
      ),
    ),
  },
  { title: 'ReturnLink' },
)
