import { type CreateContext, decideCreate } from '@backhaul/core/decide-create.ts'
import { decideQuote } from '@backhaul/core/decide-quote.ts'
import { fromMinorUnits as cents, compare, sum, toMinorUnits } from '@backhaul/core/money.ts'
import type { Rate } from '@backhaul/core/rating.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CANADA, envAt, NOW, RATES, US, US_FAR } from '../shipments/fixtures.ts'

const BOX = { weight: 1, length: 10, width: 8, height: 4 }

/** The carrier `other` has a rate for the US, where the market always uses `ups`. The carrier `bare` has no rates. */
const TABLES = {
  ...RATES,
  carriers: new Map([...RATES.carriers, ['other', { active: true }], ['bare', { active: true }]]),
  rates: [
    ...RATES.rates,
    {
      carrier: 'other',
      country: 'US',
      service_level: 'standard' as const,
      zone: 'national' as const,
      base_cents: cents(1),
      per_lb_cents: cents(1),
      max_weight_lb: 500,
    },
  ],
}
const env = (default_return_address = US_FAR as typeof US | null): CreateContext => ({
  ...envAt(NOW),
  rates: TABLES,
  partner_id: 'par_1',
  channel: 'api',
  default_parcel: null,
  default_return_address,
})
const explained = (input: Partial<Parameters<typeof decideQuote>[0]> = {}) => {
  const quote = decideQuote({ direction: 'return', from: US, parcel: BOX, ...input }, env())
  if (isRefusal(quote)) throw new Error(quote.message)
  return quote
}

const measure = fc.integer({ min: 1, max: 130_000 }).map((thousandths) => thousandths / 1000)
const inputs = fc.record(
  {
    direction: fc.constantFrom('return' as const, 'outbound' as const),
    from: fc.constantFrom(US, US_FAR, CANADA),
    to: fc.constantFrom(US, US_FAR, CANADA, { ...US, country: 'MX' }),
    service_level: fc.constantFrom('standard' as const, 'express' as const),
    parcel: fc.record({ weight: measure, length: measure, width: measure, height: measure }),
    expires_at: fc.constantFrom(NOW, '2027-01-01T00:00:00.000Z'),
  },
  { requiredKeys: ['direction'] },
)

test('a quote has the price and the carrier of the later shipment, or its refusal, and lists every carrier once', () => {
  let priced = 0
  fc.assert(
    fc.property(inputs, (input) => {
      const quoted = decideQuote(input, env())
      const created = decideCreate({ fulfillment: 'print_label', ...input }, env())
      if (isRefusal(quoted) || isRefusal(created)) {
        expect(quoted).toEqual(created)
        return
      }
      priced++
      const { market, currency, amount, carrier, parcel, to_address, from_address, service_level } = created.shipment
      expect(quoted.quote).toEqual({ market, currency, amount, carrier })
      expect(quoted.facts).toEqual({
        from: from_address,
        to: to_address,
        parcel,
        service_level,
        declared_value: created.shipment.declared_value,
      })
      const { candidates, excluded } = quoted
      expect(candidates.map(({ is_chosen }) => is_chosen)).toEqual(candidates.map((_, i) => i === 0))
      expect([candidates[0]?.amount, carrier ?? candidates[0]?.offer.carrier]).toEqual([amount, candidates[0]?.offer.carrier])
      for (const one of candidates) {
        const rate = one.offer as Rate
        expect(one.amount).toBe(
          toMinorUnits(rate.base_cents) + Math.ceil((quoted.billable_millipounds * toMinorUnits(rate.per_lb_cents)) / 1000),
        )
        expect(sum(one.lines.map((line) => line.cents))).toBe(one.amount)
        expect(compare(one.amount, amount)).toBeGreaterThanOrEqual(0)
        expect(one.offer.max_weight_lb).toBeGreaterThanOrEqual(parcel.weight)
      }
      const named = [...candidates.map(({ offer }) => offer.carrier), ...excluded.map((one) => one.carrier)]
      expect(named.sort()).toEqual([...TABLES.carriers.keys()].sort())
    }),
    { numRuns: 500 },
  )
  expect(priced).toBeGreaterThan(50)
})

test('a quote explains why a carrier is excluded', () => {
  expect(explained().excluded).toEqual([
    { carrier: 'bare', reason: 'other_market_carrier', max_weight_lb: null },
    { carrier: 'cpc', reason: 'other_market_carrier', max_weight_lb: null },
    { carrier: 'gone', reason: 'inactive', max_weight_lb: null },
    { carrier: 'other', reason: 'other_market_carrier', max_weight_lb: null },
    { carrier: 'puro', reason: 'other_market_carrier', max_weight_lb: null },
  ])
  expect(explained({ to: CANADA, parcel: { ...BOX, weight: 50 } }).excluded).toEqual([
    { carrier: 'bare', reason: 'no_rate', max_weight_lb: null },
    { carrier: 'cpc', reason: 'too_heavy', max_weight_lb: 40 },
    { carrier: 'gone', reason: 'inactive', max_weight_lb: null },
    { carrier: 'other', reason: 'no_rate', max_weight_lb: null },
    { carrier: 'ups', reason: 'no_rate', max_weight_lb: null },
  ])
})

test('a quote shows which weight is billed and how the amount adds up', () => {
  const light = explained({ parcel: { weight: 1, length: 10, width: 10, height: 10 } })
  expect([light.zone, light.dimensional_millipounds, light.billable_millipounds]).toEqual(['national', 7194, 7194])
  expect(light.candidates).toEqual([
    {
      offer: RATES.rates.find(({ carrier, zone }) => carrier === 'ups' && zone === 'national'),
      lines: [
        { code: 'base', cents: 700, detail: 'zone national' },
        { code: 'weight', cents: 360, detail: '7.194 lb x 0.50 USD' },
      ],
      amount: 1060,
      is_chosen: true,
    },
  ])
  const heavy = explained({ parcel: { weight: 9, length: 10, width: 10, height: 10 } })
  expect([heavy.dimensional_millipounds, heavy.billable_millipounds, heavy.quote.amount]).toEqual([7194, 9000, 700 + 450])
})
