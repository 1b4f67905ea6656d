import { CONTENTS_TYPES, INCOTERMS, NON_DELIVERY } from '@backhaul/core/customs.ts'
import { WEIGHT_UNITS } from '@backhaul/core/parcel.ts'
import { type TSchema, Type } from 'typebox'
import { Amount, COUNTRY_FORMAT, COUNTRY_PATTERN, Currency, HS_CODE_FORMAT, Nullable, Text, Time } from '../../http/schemas.ts'

export const MAX_ITEMS = 100
const MAX_QUANTITY = 99_999
/** Enough for a machine in any currency. The total is checked when a declaration is made (core/src/customs.ts). */
const MAX_VALUE = 1_000_000_000_000
const MAX_WEIGHT = 1_000_000

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

const Country = Type.String({
  ...COUNTRY_PATTERN,
  format: COUNTRY_FORMAT,
  description: 'Where it was made: ISO 3166-1 alpha-2 code',
  examples: ['PT'],
})

const CustomsItemIn = Type.Object(
  {
    description: maybe(Text(200, 'What it is, in words that customs understand')),
    quantity: maybe(Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'How many pieces' })),
    value: maybe(Amount('Of one piece, in cents of the currency', { minimum: 0, maximum: MAX_VALUE })),
    weight: maybe(Type.Number({ exclusiveMinimum: 0, maximum: MAX_WEIGHT, description: 'Net weight of one piece, in `weight_unit`' })),
    weight_unit: Type.Optional(Type.Enum([...WEIGHT_UNITS], { description: '`lb` when absent' })),
    hs_code: maybe(
      Type.String({
        format: HS_CODE_FORMAT,
        maxLength: 30,
        description:
          'Code of the Harmonized System: 6 to 10 digits, of which the first six exist, with or without dots, spaces or hyphens between them',
        examples: ['6109.10'],
      }),
    ),
    origin_country: maybe(Country),
    sku: maybe(Text(100, 'Your own number of the product')),
  },
  { additionalProperties: false, minProperties: 1, title: 'CustomsItemInput', description: 'So many pieces of one kind.' },
)

/** A field that is left out is reported as missing and not refused, unless the operator's policy says otherwise. */
export const CustomsIn = Type.Object(
  {
    contents_type: maybe(Type.Enum([...CONTENTS_TYPES], { description: 'What the contents are; `return` when absent from a return' })),
    contents_explanation: maybe(Text(200, 'What `other` contents are')),
    currency: maybe(Currency('ISO 4217 code of all values')),
    incoterm: maybe(Type.Enum([...INCOTERMS], { description: 'Term of delivery of the invoice, by Incoterms 2020' })),
    invoice_number: maybe(Text(100, 'Your number of the commercial invoice')),
    export_reference: maybe(
      Text(
        100,
        'Of goods that return: the number under which they were exported (an MRN or an invoice), or the id of your shipment that did',
      ),
    ),
    non_delivery: maybe(
      Type.Enum([...NON_DELIVERY], { description: 'What to do with what cannot be delivered; the documents say nothing when absent' }),
    ),
    signer: maybe(Text(100, 'Who declares it')),
    items: maybe(
      Type.Array(CustomsItemIn, {
        maxItems: MAX_ITEMS,
        description: 'What is in the parcel; those of the shipment that `export_reference` names when absent',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'CustomsInput',
    description: 'The customs declaration of a parcel. Missing fields are listed and not refused.',
  },
)

/** The same data in answers, under separate schema names. So answers may get fields that requests need not have. */
export const CustomsGiven = Type.Object(
  {
    ...CustomsIn.properties,
    items: maybe(
      Type.Array(
        Type.Object(CustomsItemIn.properties, {
          title: 'CustomsTemplateItem',
          description: 'So many pieces of one kind, as they were given.',
        }),
        { description: 'What is in the parcel' },
      ),
    ),
  },
  { title: 'CustomsTemplate', description: 'What is declared of its shipments, as it was given.' },
)

const text = (description: string) => Nullable(Type.String({ description }))
const cents = (description: string) => Nullable(Amount(description))
const grams = (description: string) => Nullable(Type.Integer({ description }))

export const CustomsItemOut = Type.Object(
  {
    description: text('What it is'),
    quantity: Nullable(Type.Integer({ description: 'How many pieces' })),
    value: cents('Of one piece, in cents'),
    total_value: cents('Of all pieces, in cents'),
    weight: Nullable(Type.Number({ description: 'Net weight of one piece' })),
    weight_unit: Type.Enum([...WEIGHT_UNITS], { description: 'In which `weight` is' }),
    total_weight_g: grams('Net weight of all pieces in grams'),
    hs_code: text('Code of the Harmonized System, its digits alone'),
    origin_country: text('Where it was made'),
    sku: text('Your own number of the product'),
  },
  { title: 'CustomsItem', description: 'So many pieces of one kind.' },
)

const Missing = Type.Object(
  {
    path: Type.String({ description: 'Where the field is in the body that creates a shipment', examples: ['/customs/items/0/hs_code'] }),
    message: Type.String({ description: 'Why it is needed' }),
  },
  { title: 'CustomsMissing', description: 'Something that the documents need and that nobody has given.' },
)

export const CustomsOut = Type.Object(
  {
    shipment_id: Type.String(),
    object: Type.Enum(['customs_declaration']),
    crosses_border: Type.Boolean({ description: 'Whether customs see the parcel' }),
    contents_type: Nullable(Type.Enum([...CONTENTS_TYPES], { description: 'What the contents are' })),
    contents_explanation: text('What `other` contents are'),
    currency: text('ISO 4217 code of all values'),
    incoterm: Nullable(Type.Enum([...INCOTERMS], { description: 'Term of delivery, by Incoterms 2020' })),
    invoice_number: text('Your number of the commercial invoice'),
    export_reference: text('Under what the goods were exported, as you gave it'),
    export_shipment_id: text('The shipment of yours that it is the id of'),
    non_delivery: Nullable(Type.Enum([...NON_DELIVERY], { description: 'What to do with what cannot be delivered' })),
    signer: text('Who declares it'),
    items: Type.Array(CustomsItemOut, { description: 'What is in the parcel' }),
    total_value: cents('Of all items in cents; null while one of them has none'),
    total_weight_g: grams('Net weight of all items in grams; null while one of them has none'),
    missing: Type.Array(Missing, {
      description:
        'Fields that the documents need and that are missing, and contents that weigh more than the parcel; empty if no border is crossed and nothing is declared',
    }),
    cn23_url: text('Path of the CN 23; null where no border is crossed and nothing is declared'),
    commercial_invoice_url: text('Path of the commercial invoice; null where no border is crossed and nothing is declared'),
    updated_at: Nullable(Time('When it was last changed; null: nothing was declared')),
  },
  { title: 'CustomsDeclaration', description: 'What customs are told of a parcel, and what is missing of it.' },
)
