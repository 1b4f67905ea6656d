import { WITH_POSTAL_CODES } from '@backhaul/core/countries.ts'
import { MAX_MINOR_UNITS, type Money } from '@backhaul/core/money.ts'
import { type TSchema, Type } from 'typebox'
import { LIST_ORDERS } from '../database/list-rows.ts'

/** A field that is always present, and null if it has no value. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Time = (description: string) => Type.String({ format: 'date-time', description, examples: ['2026-11-20T09:30:00.000Z'] })
/**
 * For the `published` part of an object schema: a rule that spans several fields and is checked where they are read. The double negation
 * keeps the rule valid for validators but hides it from generators, which would otherwise create a type for each branch of `oneOf`.
 */
export const rule = (schema: object) => ({ not: { not: schema } })
export const requires = (...names: readonly string[]) => ({
  required: [...names],
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

/** An id in a body. Its form is not checked, because unknown and malformed ids are both 404. */
export const IdText = (description: string) => Type.String({ description })
export const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })
/**
 * An amount in minor units: a whole number in JSON, `Money` in TypeScript. The OpenAPI document marks it so that the client gets the type.
 */
export const Amount = (description: string, limits: { minimum?: number; maximum?: number } = {}) =>
  Type.Unsafe<Money>(Type.Integer({ ...limits, description, 'x-minor-units': true }))
export const Cents = (description: string) => Amount(description, { minimum: 0, maximum: MAX_MINOR_UNITS })
export const LocalDate = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-21'] })
/**
 * A pattern, and the error sentence for a text that does not match, with an example. The OpenAPI document omits the sentence. Every pattern
 * of a request needs a sentence (test/http/patterns.test.ts).
 */
export const patterned = (pattern: string, sentence: string) => ({ pattern, sentence })
const COUNTRY_SENTENCE = 'must be the two capital letters of a country in ISO 3166-1, such as US'
export const COUNTRY_PATTERN = patterned('^[A-Z]{2}$', COUNTRY_SENTENCE)
export const LocalTime = (description: string) =>
  Type.String({
    ...patterned('^([01]\\d|2[0-3]):[0-5]\\d$', 'must be a time of day from 00:00 to 23:59, such as 09:00'),
    description,
    examples: ['09:00'],
  })
export const Coordinate = (most: number, description: string) => Type.Number({ minimum: -most, maximum: most, description })

export const ListOf = (item: TSchema) =>
  Type.Object({
    object: Type.Enum(['list']),
    data: Type.Array(item),
    has_more: Type.Boolean({ description: 'Whether another page follows.' }),
    next_cursor: Nullable(Type.String({ description: 'Pass this as `cursor` to read the next page.' })),
  })

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 20
export const MAX_EVENTS_PAGE = 500
export const DEFAULT_EVENTS_PAGE = 100

/** The query parameters of every list. */
export const Paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: `Maximum number of items; ${DEFAULT_PAGE} by default.` }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
}

/** Sort order of a list. Lists of waiting work start with the oldest row. */
export const Order = Type.Enum([...LIST_ORDERS], { description: 'Sort order; `newest` when absent' })

/** Formats known to the checker in ./validate.ts. */
export const COUNTRY_FORMAT = 'iso-3166-1-alpha-2'
export const HS_CODE_FORMAT = 'hs-code'
export const CURRENCY_FORMAT = 'iso-4217'
export const CURRENCY_PATTERN = '^[A-Z]{3}$'

/** A currency in a setting. */
export const Currency = (description: string) =>
  Type.String({ pattern: CURRENCY_PATTERN, format: CURRENCY_FORMAT, description, examples: ['USD'] })

const CodedCountry = { type: 'string', pattern: `^(${WITH_POSTAL_CODES.join('|')})$` }
/** At least one character that is not a space. */
export const NOT_BLANK = '\\S'
/** For an object with `country` and `postal_code`. The postal code is required if the country has postal codes, or if no country is given. */
export const WhereCodesAre = {
  if: { properties: { country: CodedCountry } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['postal_code'], properties: { postal_code: { type: 'string', pattern: NOT_BLANK } } },
  published: rule({ anyOf: [requires('postal_code'), { properties: { country: { not: CodedCountry } } }] }),
}
export const PostalCode = Type.Optional(Nullable(Text(20, 'Postal code; required in countries that have them')))

/**
 * Requests accept addresses in the form in which answers show them: null means absent. So an address can be read, changed and sent back.
 */
export const Address = Type.Object(
  {
    name: Type.Optional(Nullable(Text(100, 'Person'))),
    company: Type.Optional(Nullable(Text(100, 'Company'))),
    line1: Text(100, 'Street and number'),
    line2: Type.Optional(Nullable(Text(100, 'Apartment, suite, floor'))),
    city: Text(100, 'City'),
    state: Type.Optional(Nullable(Text(50, 'State, province or region'))),
    postal_code: PostalCode,
    country: Type.String({ ...COUNTRY_PATTERN, format: COUNTRY_FORMAT, description: 'ISO 3166-1 alpha-2 code', examples: ['US'] }),
    phone: Type.Optional(Nullable(Text(40, 'Phone number'))),
    email: Type.Optional(Nullable(Text(254, 'Email address'))),
  },
  { additionalProperties: false, title: 'Address', ...WhereCodesAre },
)

export const AddressOut = Type.Object(
  {
    name: Nullable(Type.String()),
    company: Nullable(Type.String()),
    line1: Type.String(),
    line2: Nullable(Type.String()),
    city: Type.String(),
    state: Nullable(Type.String()),
    postal_code: Nullable(Type.String()),
    country: Type.String(),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
  },
  { title: 'AddressRecord' },
)

const Measure = (description: string, maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum, description })

export const ParcelIn = Type.Object(
  {
    weight: Type.Optional(Measure('Weight, in `weight_unit`', 1_000_000)),
    length: Type.Optional(Measure('Longest side, in `dimension_unit`', 10_000)),
    width: Type.Optional(Measure('Width, in `dimension_unit`', 10_000)),
    height: Type.Optional(Measure('Height, in `dimension_unit`', 10_000)),
    weight_unit: Type.Optional(Type.Enum(['lb', 'oz', 'kg', 'g'], { description: '`lb` when absent' })),
    dimension_unit: Type.Optional(Type.Enum(['in', 'cm'], { description: '`in` when absent' })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'ParcelInput',
    description: 'Missing measurements default to the recorded parcel, then to your default parcel, then to 1 lb and 10 x 8 x 4 in.',
  },
)

export const ParcelOut = Type.Object(
  {
    weight: Type.Number({ description: 'Pounds' }),
    length: Type.Number({ description: 'Inches' }),
    width: Type.Number({ description: 'Inches' }),
    height: Type.Number({ description: 'Inches' }),
    weight_unit: Type.Enum(['lb']),
    dimension_unit: Type.Enum(['in']),
  },
  { title: 'Parcel' },
)

/** Field for a resource that partners and operators read through the same endpoint. */
export const OwnerShown = {
  partner_id: Type.Optional(Type.String({ description: 'The partner that owns the record; only operators see this field' })),
}
export const OwnerFilter = { partner_id: Type.String({ description: 'Only records of this partner; only for operators' }) }

/** Additional fields of a partner's resource that only operators see. */
export const Owned = { partner_id: Type.String({ description: 'The partner that owns the record' }) }
