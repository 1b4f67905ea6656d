import { DIMENSIONAL_DIVISOR } from '@backhaul/core/billable.ts'
import { EXCLUSIONS } from '@backhaul/core/decide-quote.ts'
import { ZONES } from '@backhaul/core/rating.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import { Type } from 'typebox'
import { AddressOut, Amount, Nullable, ParcelOut } from '../../http/schemas.ts'
import { ShipmentCreate } from '../shipments/schema.ts'

/**
 * The same body as for POST /v2/shipments, so that one body works for both. `fulfillment` is optional, because it does not affect the
 * price.
 */
export const QuoteRequest = Type.Object(
  { ...ShipmentCreate.properties, fulfillment: Type.Optional(ShipmentCreate.properties.fulfillment) },
  { additionalProperties: false, title: 'QuoteRequest' },
)

const carrier = {
  carrier: Type.String({ description: 'Carrier code' }),
  name: Type.String({ description: 'Carrier name' }),
}

const PriceLine = Type.Object(
  {
    code: Type.Enum([...LINE_CODES], { description: 'What the line is for' }),
    cents: Amount("The line's part of the amount"),
    detail: Type.String({ description: 'How the line is calculated, as text for people' }),
  },
  { title: 'PriceLine' },
)

const Candidate = Type.Object(
  {
    ...carrier,
    amount: Amount('Price with this carrier, in cents: `base_cents` plus `weight_cents`, which is also the sum of `lines`'),
    base_cents: Amount('Part of the price that does not depend on the weight; with a tariff, the whole price'),
    weight_cents: Amount('`per_lb_cents` times the billable weight, rounded up to a cent'),
    per_lb_cents: Amount('Price per pound'),
    max_weight_lb: Type.Number({ description: 'Maximum parcel weight at this rate' }),
    chosen: Type.Boolean({
      description: 'Whether the quote uses this price: the lowest price, or among equal prices the one whose carrier code comes first',
    }),
    lines: Type.Array(PriceLine, { description: 'The lines that add up to the amount' }),
    tariff: Nullable(
      Type.Object(
        {
          effective_on: Type.String({ description: 'First day of the tariff, in UTC' }),
          zone: Type.Integer({ description: "The tariff's own zone" }),
        },
        { title: 'QuoteTariff' },
      ),
    ),
  },
  { title: 'QuoteCandidate' },
)

const Excluded = Type.Object(
  {
    ...carrier,
    reason: Type.Enum([...EXCLUSIONS], {
      description:
        '`inactive`: the operator has switched the carrier off. `other_market_carrier`: the country has one fixed carrier, and this is another one. `no_rate`: the carrier has no rate for this country, zone and service level. `too_heavy`: the parcel is heavier than `max_weight_lb`. `too_large`: the tariff does not cover a parcel of this size',
    }),
    max_weight_lb: Nullable(Type.Number({ description: 'Maximum parcel weight; null if the carrier has no rate that applies' })),
  },
  { title: 'QuoteExclusion' },
)

export const QuoteOut = Type.Object(
  {
    object: Type.Enum(['quote']),
    market: Type.String({ description: 'Destination country' }),
    market_kind: Type.Enum(['fixed', 'marketplace'], {
      description: '`fixed`: one carrier takes all parcels. `marketplace`: the cheapest carrier takes the parcel',
    }),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Amount('Price in cents'),
    carrier: Nullable(
      Type.String({
        description: 'Carrier of the shipment; null in a marketplace, where the carrier is chosen at injection by the rates at that time',
      }),
    ),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    zone: Type.Enum([...ZONES], {
      description:
        'Zone that rates depend on. `international`: another country. `local`: the same state. `regional`: postal codes with the same first character. `national`: everything else, and when `from` is missing',
    }),
    from: Nullable(AddressOut),
    to: AddressOut,
    parcel: ParcelOut,
    weight: Type.Object(
      {
        actual_lb: Type.Number({ description: 'Weight of the parcel' }),
        dimensional_lb: Type.Number({
          description: `Length times width times height in inches, divided by ${DIMENSIONAL_DIVISOR} or by the divisor of the tariff`,
        }),
        billable_lb: Type.Number({ description: 'The larger of the two weights, which determines the price' }),
        billed_by: Type.Enum(['weight', 'size'], { description: 'Which of the two weights is billed' }),
      },
      { title: 'QuoteWeight' },
    ),
    candidates: Type.Array(Candidate, { description: 'Carriers that could take the parcel, cheapest first' }),
    excluded: Type.Array(Excluded, { description: 'All other carriers, and why each is not a candidate' }),
  },
  { title: 'Quote' },
)
