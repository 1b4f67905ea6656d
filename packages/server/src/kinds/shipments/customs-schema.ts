import { CONTENTS_TYPES, INCOTERMS, NON_DELIVERY } from '@backhaul/core/customs.ts'
import { WEIGHT_UNITS } from '@backhaul/core/parcel.ts'
import { type TSchema, Type } from 'typebox'
import { Amount, COUNTRY_FORMAT, COUNTRY_PATTERN, Currency, HS_CODE_FORMAT, Nullable, Text, Time } from '../../http/schemas.ts'

export const MAX_ITEMS = 100
const MAX_QUANTITY = 99_999
/** High enough for the price of a machine in any currency. The total is checked when a declaration is made (core/src/customs.ts). */
const MAX_VALUE = 1_000_000_000_000
const MAX_WEIGHT = 1_000_000

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

const Country = Type.String({
  ...COUNTRY_PATTERN,
  format: COUNTRY_FORMAT,
  description: 'Country where the goods were made: ISO 3166-1 alpha-2 code',
  examples: ['PT'],
})

const CustomsItemIn = Type.Object(
  {
    description: maybe(Text(200, 'Description of the goods, in words that customs understand')),
    quantity: maybe(Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'Number of pieces' })),
    value: maybe(Amount('Value of one piece, in cents of the currency', { minimum: 0, maximum: MAX_VALUE })),
    weight: maybe(Type.Number({ exclusiveMinimum: 0, maximum: MAX_WEIGHT, description: 'Net weight of one piece, in `weight_unit`' })),
    weight_unit: Type.Optional(Type.Enum([...WEIGHT_UNITS], { description: '`lb` when absent' })),
    hs_code: maybe(
      Type.String({
        format: HS_CODE_FORMAT,
        maxLength: 30,
        description:
          'Harmonized System code of 6 to 10 digits. The first six digits must be an existing code. Dots, spaces and hyphens between digits are allowed',
        examples: ['6109.10'],
      }),
    ),
    origin_country: maybe(Country),
    sku: maybe(Text(100, 'Your own product number')),
  },
  { additionalProperties: false, minProperties: 1, title: 'CustomsItemInput', description: 'A quantity of one kind of goods.' },
)

/** If a field is left out, it is reported as missing, but the declaration is not refused, unless the operator's policy says otherwise. */
export const CustomsIn = Type.Object(
  {
    contents_type: maybe(Type.Enum([...CONTENTS_TYPES], { description: 'Type of the contents; for a return, `return` when absent' })),
    contents_explanation: maybe(Text(200, 'Explanation of `other` contents')),
    currency: maybe(Currency('ISO 4217 code of all values')),
    incoterm: maybe(Type.Enum([...INCOTERMS], { description: 'Delivery term of the invoice, by Incoterms 2020' })),
    invoice_number: maybe(Text(100, 'Your commercial invoice number')),
    export_reference: maybe(
      Text(
        100,
        'For goods that return: the number under which they were exported (an MRN or an invoice number), or the id of your shipment that exported them',
      ),
    ),
    non_delivery: maybe(
      Type.Enum([...NON_DELIVERY], { description: 'What to do with an undeliverable parcel; when absent, the documents do not say' }),
    ),
    signer: maybe(Text(100, 'Person who signs the declaration')),
    items: maybe(
      Type.Array(CustomsItemIn, {
        maxItems: MAX_ITEMS,
        description: 'Contents of the parcel; when absent, the items of the shipment that `export_reference` names',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'CustomsInput',
    description: 'The customs declaration of a parcel. Missing fields are not refused, but listed in the response.',
  },
)

/** The same data in answers. The schemas have separate names, so that answers may get fields that requests need not have. */
export const CustomsGiven = Type.Object(
  {
    ...CustomsIn.properties,
    items: maybe(
      Type.Array(
        Type.Object(CustomsItemIn.properties, {
          title: 'CustomsTemplateItem',
          description: 'A quantity of one kind of goods, as given.',
        }),
        { description: 'Contents of the parcel' },
      ),
    ),
  },
  { title: 'CustomsTemplate', description: 'The customs declaration for the shipments of the link, as given.' },
)

const text = (description: string) => Nullable(Type.String({ description }))
const cents = (description: string) => Nullable(Amount(description))
const grams = (description: string) => Nullable(Type.Integer({ description }))

export const CustomsItemOut = Type.Object(
  {
    description: text('Description of the goods'),
    quantity: Nullable(Type.Integer({ description: 'Number of pieces' })),
    value: cents('Value of one piece, in cents'),
    total_value: cents('Value of all pieces, in cents'),
    weight: Nullable(Type.Number({ description: 'Net weight of one piece' })),
    weight_unit: Type.Enum([...WEIGHT_UNITS], { description: 'Unit of `weight`' }),
    total_weight_g: grams('Net weight of all pieces in grams'),
    hs_code: text('Harmonized System code, digits only'),
    origin_country: text('Country where the goods were made'),
    sku: text('Your own product number'),
  },
  { title: 'CustomsItem', description: 'A quantity of one kind of goods.' },
)

const Missing = Type.Object(
  {
    path: Type.String({ description: 'Path of the field in the body that creates a shipment', examples: ['/customs/items/0/hs_code'] }),
    message: Type.String({ description: 'Why the field is needed' }),
  },
  { title: 'CustomsMissing', description: 'A field that the documents need and that is missing.' },
)

export const CustomsOut = Type.Object(
  {
    shipment_id: Type.String(),
    object: Type.Enum(['customs_declaration']),
    crosses_border: Type.Boolean({ description: 'Whether the parcel crosses a customs border' }),
    contents_type: Nullable(Type.Enum([...CONTENTS_TYPES], { description: 'Type of the contents' })),
    contents_explanation: text('Explanation of `other` contents'),
    currency: text('ISO 4217 code of all values'),
    incoterm: Nullable(Type.Enum([...INCOTERMS], { description: 'Delivery term, by Incoterms 2020' })),
    invoice_number: text('Your commercial invoice number'),
    export_reference: text('Reference of the export, as given'),
    export_shipment_id: text('Your shipment, if the reference is its id'),
    non_delivery: Nullable(Type.Enum([...NON_DELIVERY], { description: 'What to do with an undeliverable parcel' })),
    signer: text('Person who signs the declaration'),
    items: Type.Array(CustomsItemOut, { description: 'Contents of the parcel' }),
    total_value: cents('Value of all items in cents; null if an item has no value'),
    total_weight_g: grams('Net weight of all items in grams; null if an item has no weight'),
    missing: Type.Array(Missing, {
      description:
        'Fields that the documents need and that are missing, and contents that weigh more than the parcel. Empty if the parcel crosses no border and nothing is declared',
    }),
    cn23_url: text('Path of the CN 23; null if the parcel crosses no border and nothing is declared'),
    commercial_invoice_url: text('Path of the commercial invoice; null if the parcel crosses no border and nothing is declared'),
    updated_at: Nullable(Time('Time of the last change; null: nothing was declared')),
  },
  { title: 'CustomsDeclaration', description: 'Customs data of a parcel, and the fields that are missing.' },
)
