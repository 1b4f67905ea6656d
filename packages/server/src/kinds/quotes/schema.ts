import { DIMENSIONAL_DIVISOR } from '@backhaul/core/billable.ts'
import { EXCLUSIONS } from '@backhaul/core/decide-quote.ts'
import { ZONES } from '@backhaul/core/rating.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import { Type } from 'typebox'
import { AddressOut, Amount, Nullable, ParcelOut } from '../../http/schemas.ts'
import { ShipmentCreate } from '../shipments/schema.ts'

/**
 * The same body as for POST /v2/shipments, so that one body works for both. `fulfillment` is optional, because the kind of label has no
 * price.
 */
export const QuoteRequest = Type.Object(
  { ...ShipmentCreate.properties, fulfillment: Type.Optional(ShipmentCreate.properties.fulfillment) },
  { additionalProperties: false, title: 'QuoteRequest' },
)

const carrier = {
  carrier: Type.String({ description: 'Its code' }),
  name: Type.String({ description: 'Its name' }),
}

const PriceLine = Type.Object(
  {
    code: Type.Enum([...LINE_CODES], { description: 'What it is for' }),
    cents: Amount('Its part of the amount'),
    detail: Type.String({ description: 'How it comes about, for people' }),
  },
  { title: 'PriceLine' },
)

const Candidate = Type.Object(
  {
    ...carrier,
    amount: Amount('What it would cost with this carrier, in cents: `base_cents` plus `weight_cents`, and the sum of `lines`'),
    base_cents: Amount("The rate's part that does not depend on the weight; with a tariff all of it"),
    weight_cents: Amount('`per_lb_cents` times the billable weight, rounded up to a cent'),
    per_lb_cents: Amount('Price of a pound'),
    max_weight_lb: Type.Number({ description: 'The heaviest parcel that it takes at this rate' }),
    chosen: Type.Boolean({ description: 'Whether this is the price of the quote: the cheapest one, ties by code' }),
    lines: Type.Array(PriceLine, { description: 'Of what the amount consists; they add up to it' }),
    tariff: Nullable(
      Type.Object(
        {
          effective_on: Type.String({ description: 'The first day of the tariff, in UTC' }),
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
        '`inactive`: the operator has switched it off. `other_market_carrier`: the country has one fixed carrier, and this is another. `no_rate`: it has no rate for this country, zone and service level. `too_heavy`: the parcel is heavier than its `max_weight_lb`. `too_large`: its tariff does not take a parcel of this size',
    }),
    max_weight_lb: Nullable(Type.Number({ description: 'The heaviest parcel that it takes there; null if it has no rate that applies' })),
  },
  { title: 'QuoteExclusion' },
)

export const QuoteOut = Type.Object(
  {
    object: Type.Enum(['quote']),
    market: Type.String({ description: 'Destination country' }),
    market_kind: Type.Enum(['fixed', 'marketplace'], {
      description: '`fixed`: one carrier takes everything there. `marketplace`: the cheapest one does',
    }),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Amount('Price in cents'),
    carrier: Nullable(
      Type.String({
        description: "The shipment's carrier; null in a marketplace, where it is chosen at injection by the rates of that time",
      }),
    ),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    zone: Type.Enum([...ZONES], {
      description:
        'By which rates differ. `international`: another country. `local`: the same state. `regional`: postal codes that begin alike. `national`: all others, and when there is no `from`',
    }),
    from: Nullable(AddressOut),
    to: AddressOut,
    parcel: ParcelOut,
    weight: Type.Object(
      {
        actual_lb: Type.Number({ description: 'Weight of the parcel' }),
        dimensional_lb: Type.Number({
          description: `Its length times width times height in inches, divided by ${DIMENSIONAL_DIVISOR}, or by the divisor of the tariff`,
        }),
        billable_lb: Type.Number({ description: 'The larger of the two, by which it is priced' }),
        billed_by: Type.Enum(['weight', 'size'], { description: 'Which of the two that is' }),
      },
      { title: 'QuoteWeight' },
    ),
    candidates: Type.Array(Candidate, { description: 'Carriers that could take it, cheapest first' }),
    excluded: Type.Array(Excluded, { description: 'All other carriers, and why they are no candidates' }),
  },
  { title: 'Quote' },
)
