import { STOPS } from '@backhaul/core/carrier-adapter.ts'
import { ADAPTERS } from '@backhaul/core/carrier-scan.ts'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { BARCODE_STANDARDS, CARRIER_STANDARDS, RANGE_CHECKS } from '@backhaul/core/numbering.ts'
import { POLICY_RULES, POLICY_WORDS, type PolicyRule, REDIRECT_WORDS } from '@backhaul/core/policy.ts'
import { MARKET_MODES, ZONES } from '@backhaul/core/rating.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { REPORTED_KINDS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import {
  Amount,
  COUNTRY_PATTERN,
  Coordinate,
  Currency,
  Nullable,
  PostalCode,
  patterned,
  Text,
  Time,
  WhereCodesAre,
} from '../../http/schemas.ts'

/** Codes are part of paths, so they have only characters that need no escaping. */
const CODE = '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'
const CODE_SENTENCE = 'must be 1 to 40 letters, digits, dots, dashes or underscores and begin with a letter or digit, such as STORE-7'
export const IS_CODE = new RegExp(CODE)
const Country = Type.String({ ...COUNTRY_PATTERN, description: 'ISO 3166-1 alpha-2 code', examples: ['US'] })
const Timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA name',
  examples: ['America/New_York'],
  published: { pattern: '^[A-Za-z]+([/_+-][A-Za-z0-9]+)*$' },
})
const Active = Type.Boolean({ description: 'Whether it is in use' })

const HourText = Type.String({ maxLength: 5, published: { pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' } })
const Span = Type.Array(HourText, { minItems: 2, maxItems: 2 })
const Hours = Type.Object(Object.fromEntries(WEEKDAYS.map((day) => [day, Type.Optional(Type.Array(Span, { maxItems: 10 }))])), {
  additionalProperties: false,
  title: 'StoreHours',
  description: 'Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent',
})

const place = {
  name: Text(100, 'Name'),
  city: Text(100, 'City'),
  postal_code: PostalCode,
  country: Country,
  lat: Coordinate(90, 'Degrees'),
  lon: Coordinate(180, 'Degrees'),
  timezone: Timezone,
}
const State = Nullable(Text(50, 'State, province or region'))

const storeFields = {
  ...place,
  line1: Text(100, 'Street and number'),
  state: Type.Optional(State),
  hours: Type.Optional(Nullable(Hours)),
  pudo_code: Type.Optional(Text(40, 'Pick-up and drop-off code; the same as `code` when absent')),
  active: Type.Optional(Active),
}

export const StoreCreate = Type.Object(
  { code: Type.String({ ...patterned(CODE, CODE_SENTENCE), description: "The network's own code; never changes" }), ...storeFields },
  { additionalProperties: false, title: 'StoreCreate', ...WhereCodesAre },
)

export const StoreChange = Type.Partial(Type.Object(storeFields), { additionalProperties: false, title: 'StoreChange', minProperties: 1 })

const placeOut = {
  name: Type.String(),
  city: Type.String(),
  state: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
  country: Type.String(),
  lat: Type.Number(),
  lon: Type.Number(),
  timezone: Type.String(),
  active: Active,
}

const PlaceWarnings = Type.Array(
  Type.Object(
    {
      path: Type.String({ description: 'The field, as a JSON pointer' }),
      rule: Type.Enum(['far_from_postal_code'], { description: 'More than 150 km from the center of its postal area' }),
      message: Type.String({ description: 'Description of the problem, worded to follow the name of the field' }),
    },
    { title: 'PlaceWarning', description: 'A field of a store or facility to check.' },
  ),
  { description: 'Stored values to check; empty if the postal area is unknown' },
)

/** A store without the warnings about its position. */
export const StoreFacts = Type.Object({
  id: Type.String(),
  object: Type.Enum(['store']),
  code: Type.String(),
  pudo_code: Type.String(),
  line1: Type.String(),
  ...placeOut,
  hours: Nullable(Type.Record(Type.String(), Type.Array(Type.Array(Type.String())))),
  created_at: Time('Creation'),
})
export const StoreOut = Type.Object({ ...StoreFacts.properties, warnings: PlaceWarnings }, { title: 'Store' })

export const StoresImported = Type.Object(
  {
    object: Type.Enum(['store_import']),
    imported: Type.Integer({ description: 'Stores in the file, including unchanged stores' }),
    warnings: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ description: 'The line of the file on which the row ends' }),
          column: Type.String({ description: 'Name of the column' }),
          message: Type.String({ description: 'Description of the problem or change, worded to follow the name of the column' }),
        },
        { title: 'StoreImportWarning', description: 'An imported row to check.' },
      ),
      {
        description: 'Imported values to check: positions far from their postal code, and postal codes that were completed',
      },
    ),
  },
  { title: 'StoreImport' },
)

export const FacilityPut = Type.Object(
  {
    ...place,
    line1: Type.Optional(Nullable(Text(100, 'Street and number'))),
    state: Type.Optional(State),
    active: Type.Optional(Active),
  },
  { additionalProperties: false, title: 'FacilityPut', ...WhereCodesAre },
)

export const FacilityFacts = Type.Object({
  code: Type.String(),
  object: Type.Enum(['facility']),
  line1: Nullable(Type.String()),
  ...placeOut,
})
export const FacilityOut = Type.Object({ ...FacilityFacts.properties, warnings: PlaceWarnings }, { title: 'Facility' })

export const ScanFacility = Type.Object(
  {
    code: Type.String({ description: 'Code that a scan names as its `facility`' }),
    object: Type.Enum(['scan_facility']),
    name: Type.String(),
    city: Type.String(),
    country: Type.String(),
  },
  { title: 'ScanFacility', description: 'The summary of a facility.' },
)

const MAX_DIGITS = 15
const Serial = (description: string) => Type.Integer({ minimum: 0, maximum: 10 ** MAX_DIGITS - 1, description })
const numbers = {
  standard: Type.Enum([...CARRIER_STANDARDS], {
    description: '`s10`: UPU S10; `range`: prefix and serial number from the carrier',
  }),
  prefix: Type.String({ maxLength: 12, description: 'Beginning of every number; with `s10`, the two letters of the service' }),
  country: Nullable(Type.String({ ...COUNTRY_PATTERN, description: 'With `s10`: country that issues the numbers' })),
  digits: Type.Integer({ minimum: 1, maximum: MAX_DIGITS, description: 'Digits of the serial number; always 8 with `s10`' }),
  check: Type.Enum([...RANGE_CHECKS], { description: '`gs1`: the number ends with a GS1 mod-10 check digit over all its other digits' }),
  first: Serial('The first serial number that may be used'),
  last: Serial('The last serial number that may be used'),
}
const { standard, ...optional } = numbers
export const CarrierNumbersPut = Type.Object(
  {
    standard,
    prefix: Type.Optional(optional.prefix),
    country: Type.Optional(optional.country),
    digits: Type.Optional(optional.digits),
    check: Type.Optional(optional.check),
    first: Type.Optional(optional.first),
    last: Type.Optional(optional.last),
  },
  {
    additionalProperties: false,
    title: 'CarrierNumbersPut',
    examples: [{ standard: 's10', prefix: 'RR', country: 'US', first: 10_000_000, last: 19_999_999 }],
    description: 'Source of the tracking numbers; null: random numbers; absent: unchanged',
  },
)

const MAX_CODES = 500
const Adapter = Type.Enum([...ADAPTERS], {
  description:
    '`house`: its scans are sent to the API with keys; `file`: it sends reports, which operators post or drop into a folder; `replay` and `easypost`: it has a service that sells labels and is asked for reports',
})
const CodeMeaning = Nullable(Type.Enum([...REPORTED_KINDS]))
export const CarrierCodesIn = Type.Record(Type.String({ pattern: '^[\\x21-\\x7e]{1,50}$' }), CodeMeaning, {
  maxProperties: MAX_CODES,
  description: "Meaning of each code in the carrier's reports: a kind of scan, or null if the code does not say where a parcel is",
  examples: [{ PU: 'inject', AR: 'movement', OD: 'out-for-delivery', DL: 'deliver', MA: null }],
})
const codes = Nullable(CarrierCodesIn)

const SERVICE_URL_SENTENCE = 'must begin with https:// or http:// and have no spaces and no #, such as https://api.carrier.example/v1'
const serviceUrl = Nullable(
  Type.String({
    ...{ maxLength: 2048, ...patterned('^https?://[^\\s#]+$', SERVICE_URL_SENTENCE) },
    description:
      'Address of the service of the carrier, for the adapter `replay`. The adapter `easypost` has its own address; only a sandbox may set a loopback address instead. A query in the address is sent with every request. Answers show `***` in place of the query; an address with `***` can be sent back and changes nothing. A sandbox allows only loopback addresses. Unchanged when absent',
  }),
)
const Secret = Nullable(
  Type.String({
    ...{
      minLength: 16,
      maxLength: 200,
      ...patterned('^[\\x21-\\x7e]+$', 'must contain only printable ASCII characters and no spaces, such as a9F3-kP27-Zq81-xT05'),
    },
    description:
      'Shared secret that signs requests to the service, or the key of the account with the adapter `easypost`. A key is proved before it is stored, without a purchase: a sandbox accepts only test keys, and production only live keys. null: requests are not signed; refused for `easypost`. Unchanged when absent. Never shown',
  }),
)

export const CarrierPut = Type.Object(
  {
    name: Text(100, 'Name'),
    active: Type.Optional(Active),
    numbers: Type.Optional(Nullable(CarrierNumbersPut)),
    adapter: Type.Optional(Adapter),
    codes: Type.Optional(codes),
    url: Type.Optional(serviceUrl),
    secret: Type.Optional(Secret),
  },
  { additionalProperties: false, title: 'CarrierPut' },
)

export const CarrierOut = Type.Object(
  {
    code: Type.String(),
    object: Type.Enum(['carrier']),
    name: Type.String(),
    active: Active,
    numbers: Nullable(Type.Object(numbers, { title: 'CarrierNumbers' })),
    adapter: Adapter,
    codes,
    url: serviceUrl,
    is_signed: Type.Boolean({ description: 'Whether a shared secret or a key is set for its service' }),
    service: Nullable(
      Type.Object(
        {
          asked_at: Time('Time of the last request'),
          failing_since: Nullable(Time('Time since when the service does not answer; null while it answers')),
          last_error: Nullable(Type.String({ description: 'Error of the last exchange, if it failed' })),
          stopped: Nullable(
            Type.Enum([...STOPS], {
              description:
                '`credentials`: the carrier does not accept the key or signature; `payment`: the account has no money. Nothing is sent until the carrier is saved again, or for an hour',
            }),
          ),
        },
        {
          title: 'CarrierService',
          description: 'State of the service, only in lists; null if the service has not been called yet, or if the carrier is inactive',
        },
      ),
    ),
  },
  { title: 'Carrier' },
)

const barcodes = {
  standard: Type.Enum([...BARCODE_STANDARDS], {
    description: '`internal`: 20 digits assigned by Backhaul; `sscc`: GS1 SSCC, printed as GS1-128',
  }),
  company_prefix: Nullable(Type.String({ maxLength: 12, description: 'Your GS1 company prefix, 4 to 12 digits; null with `internal`' })),
  extension_digit: Type.Integer({ minimum: 0, maximum: 9, description: 'The first digit of each SSCC' }),
}
export const BarcodesPut = Type.Object(
  {
    standard: barcodes.standard,
    company_prefix: Type.Optional(barcodes.company_prefix),
    extension_digit: Type.Optional(barcodes.extension_digit),
  },
  { additionalProperties: false, title: 'BarcodesPut', examples: [{ standard: 'sscc', company_prefix: '0614141', extension_digit: 0 }] },
)
export const NumberingPut = Type.Object({ barcodes: BarcodesPut }, { additionalProperties: false, title: 'NumberingPut' })

const NumberSeries = Type.Object(
  {
    series: Type.String({ description: 'Name of the series. Carriers whose series have the same name share its numbers' }),
    carrier: Nullable(Type.String({ description: 'Carrier of the tracking numbers; null for the series of barcodes' })),
    first: numbers.first,
    last: numbers.last,
    left: Type.Integer({ minimum: 0, description: 'Remaining numbers' }),
  },
  { title: 'NumberSeries' },
)
export const NumberingOut = Type.Object(
  {
    object: Type.Enum(['numbering']),
    barcodes: Type.Object(barcodes, { title: 'Barcodes' }),
    series: Type.Array(NumberSeries, { description: 'Series in use: first the series of barcodes, then of carriers' }),
  },
  { title: 'Numbering' },
)

const Kind = Type.Enum(['fixed', 'marketplace'], {
  description: '`fixed`: always the same carrier; `marketplace`: the cheapest at injection',
})

const Mode = Type.Enum([...MARKET_MODES], {
  title: 'MarketMode',
  description:
    'Who hands returns with a printed label to the carrier. `network`: a counter or facility. `direct`: the shopper, with a label of the carrier',
})

export const MarketPut = Type.Object(
  {
    kind: Kind,
    carrier: Type.Optional(Nullable(Text(40, 'Code of the carrier of a fixed market'))),
    currency: Currency('ISO 4217 code'),
    mode: Type.Optional(Mode),
  },
  { additionalProperties: false, title: 'MarketPut' },
)

export const MarketOut = Type.Object(
  {
    country: Type.String({ description: 'Destination country' }),
    object: Type.Enum(['market']),
    kind: Kind,
    carrier: Nullable(Type.String()),
    currency: Type.String(),
    mode: Mode,
  },
  { title: 'Market' },
)

const MAX_BASE_CENTS = 1_000_000_000
const MAX_PER_LB_CENTS = 100_000_000
const MIN_WEIGHT_LB = 0.001
const MAX_WEIGHT_LB = 1_000_000

export const RateIn = Type.Object(
  {
    service_level: Type.Enum([...SERVICE_LEVELS]),
    zone: Type.Enum([...ZONES]),
    base_cents: Amount('Cents per parcel', { minimum: 0, maximum: MAX_BASE_CENTS }),
    per_lb_cents: Amount('Cents per billable pound', { minimum: 0, maximum: MAX_PER_LB_CENTS }),
    max_weight_lb: Type.Number({ minimum: MIN_WEIGHT_LB, maximum: MAX_WEIGHT_LB, description: 'Weight of the heaviest parcel accepted' }),
  },
  { additionalProperties: false, title: 'Rate' },
)

export const RateCardPut = Type.Object(
  {
    rates: Type.Array(RateIn, {
      maxItems: SERVICE_LEVELS.length * ZONES.length,
      description: 'All rates of the card; empty when the carrier no longer serves the country',
    }),
  },
  { additionalProperties: false, title: 'RateCardPut' },
)

export const RateCardOut = Type.Object(
  {
    object: Type.Enum(['rate_card']),
    carrier: Type.String(),
    country: Type.String({ description: 'Destination country' }),
    // Rates in answers have a separate name, so that answers can get fields that requests need not send.
    rates: Type.Array(Type.Object(RateIn.properties, { title: 'RateRecord' })),
  },
  { title: 'RateCard' },
)

const word = (rule: PolicyRule) => Type.Enum([...POLICY_WORDS], { description: POLICY_RULES[rule] })
const words = {
  unknown_carriers: word('unknown_carriers'),
  unknown_facilities: word('unknown_facilities'),
  pickups_outside_hours: word('pickups_outside_hours'),
  pickups_on_closed_days: word('pickups_on_closed_days'),
  early_disposal: word('early_disposal'),
  approval_above_claim: word('approval_above_claim'),
  address_formats: word('address_formats'),
  address_mismatches: word('address_mismatches'),
  redirects_abroad: Type.Enum([...REDIRECT_WORDS], { description: POLICY_RULES.redirects_abroad }),
  incomplete_customs: word('incomplete_customs'),
  negative_total: word('negative_total'),
} satisfies Record<PolicyRule, unknown>

export const PolicyPut = Type.Partial(Type.Object(words), {
  additionalProperties: false,
  title: 'PolicyPut',
  description: 'An absent rule returns to its default: `accept`.',
})

export const PolicyOut = Type.Object({ object: Type.Enum(['policy']), ...words }, { title: 'Policy' })
