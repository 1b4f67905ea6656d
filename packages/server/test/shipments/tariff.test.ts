// Tariffs as tables (docs/guide/money.md#tariffs): their prices, and the errors of invalid ones.
import { compileTariff, type LineOf, type TariffKey, type TariffRow } from '@backhaul/core/compile-tariff.ts'
import { isNegative, fromMinorUnits as of, toMinorUnits } from '@backhaul/core/money.ts'
import { cheapestCarrier, correctionCents, price, type RateFacts, type RateTables } from '@backhaul/core/rating.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Address, Parcel } from '@backhaul/core/shipment.ts'
import { type Tariff, tariffLane, tariffLines, totalOf } from '@backhaul/core/tariff.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CANADA, RATES, US, US_FAR } from './fixtures.ts'

const KEY: TariffKey = { carrier: 'ups', country: 'US', currency: 'USD', effective_on: '2026-11-01' }
const EMPTY = { service_level: null, measure: null, zone: null, from: null, to: null, value: null, cents: null, percent: null }
const row = (kind: TariffRow['kind'], cells: Partial<TariffRow> = {}): TariffRow => ({ ...EMPTY, kind, ...cells })
const zone = (from: string, to: string, number: number) => row('zone', { from, to, zone: number })
const rate = (number: number, value: number, cents: number) =>
  row('rate', { service_level: 'standard', zone: number, value, cents: of(cents) })

const ROWS = [
  zone('895', '895 897', 1),
  zone('895', '020-029', 8),
  zone('*', '*', 5),
  zone('CA', '*', 9),
  ...[1, 5, 8, 9].flatMap((number) => [
    rate(number, 1, 500 + 50 * number),
    rate(number, 5, 700 + 75 * number),
    rate(number, 70, 1500 + 100 * number),
  ]),
]
const SURCHARGES = [
  row('divisor', { value: 166 }),
  row('minimum', { service_level: 'standard', cents: of(600) }),
  row('size', { measure: 'length', value: 48, cents: of(1600) }),
  row('size', { measure: 'length', value: 108 }),
  row('size', { measure: 'length_and_girth', value: 130, cents: of(9000) }),
  row('size', { measure: 'length_and_girth', value: 165 }),
  row('residential', { cents: of(425) }),
  row('remote', { to: '023-024', cents: of(310) }),
  row('fuel', { percent: 16_250 }),
  row('declared', { value: 10_000, percent: 1_250 }),
  row('tax', { to: 'MA', percent: 6_250 }),
  row('tax', { to: '*', percent: 0 }),
]

const compile = (rows: readonly TariffRow[], key: Partial<TariffKey> = {}) =>
  compileTariff(
    { ...KEY, ...key },
    rows.map((one, i): LineOf => ({ ...one, row: i + 2 })),
  )
const tariffOf = (rows: readonly TariffRow[], key: Partial<TariffKey> = {}): Tariff => {
  const { tariff, faults } = compile(rows, key)
  expect(faults).toEqual([])
  return tariff
}
const tables = (dated: Tariff[], today = '2026-11-20'): RateTables => ({
  ...RATES,
  today,
  tariffs: new Map([['US', new Map([['ups', dated]])]]),
})

const BOX: Parcel = { weight: 1, length: 10, width: 6, height: 2 }
const facts = (more: Partial<RateFacts> = {}): RateFacts => ({ from: US, to: US_FAR, parcel: BOX, service_level: 'standard', ...more })
const linesFor = (tariff: Tariff, more: Partial<RateFacts> = {}) => {
  const asked = facts(more)
  const lane = tariffLane(tariff, asked)
  return lane && tariffLines(lane, asked, asked.parcel)
}
const to = (postal_code: string, more: Partial<Address> = {}): Address => ({ ...US_FAR, postal_code, ...more })
const amountOf = (more: Partial<RateFacts>, at = tables([tariffOf(ROWS)])) => {
  const quote = price(facts(more), at)
  return isRefusal(quote) ? quote.details.errors : quote.amount
}

it.each(['IL', 'Illinois', null])('the tax of Illinois applies to a state written as %s', (state) => {
  const tariff = tariffOf([...ROWS, row('tax', { to: 'IL', percent: 10_000 })])
  expect(linesFor(tariff, { to: to('60601', { state }) })?.at(-1)?.code).toBe('tax')
})

it.each([
  ['GU', null],
  ['US', 'Guam'],
  ['US', 'GU'],
  ['US', null],
])('the tax of Guam applies to the country %s and the state %s', (country, state) => {
  const tariff = tariffOf([...ROWS, row('tax', { to: 'GU', percent: 10_000 })])
  expect(linesFor(tariff, { to: to('96910', { country, state }) })?.at(-1)?.code).toBe('tax')
})

it.each([
  ['near', { to: to('89501') }, 550],
  ['the last prefix of a list', { to: to('89712-1234') }, 550],
  ['a prefix within a range', { to: to('02108') }, 900],
  ['just outside the range', { to: to('03001') }, 750],
  ['an origin without its own row', { from: to('43004'), to: to('02108') }, 750],
  ['no origin', { from: null, to: to('89501') }, 750],
  ['another country', { from: CANADA, to: to('89501') }, 950],
  ['exactly at a break', { to: to('89501'), parcel: { ...BOX, weight: 5 } }, 775],
  ['just above a break', { to: to('89501'), parcel: { ...BOX, weight: 5.001 } }, 1600],
  ['billed by dimensional weight with the standard divisor', { to: to('89501'), parcel: { ...BOX, height: 8 } }, 775],
] as const)('a tariff prices by pairs of prefixes and weight breaks: %s', (_, more, cents) => {
  expect(amountOf(more as Partial<RateFacts>)).toBe(cents)
})

it('a country without a zone is not served, although an unknown origin is', () => {
  expect(amountOf({ from: { ...CANADA, country: 'MX' } })).toMatchObject([{ path: '/to/country' }])
})

it('golden: every line of a price is rounded half up to a cent', () => {
  const tariff = tariffOf([...ROWS, ...SURCHARGES])
  expect(
    linesFor(tariff, { to: to('02338'), parcel: { weight: 3, length: 50, width: 12, height: 6 }, declared_value: of(25_050) }),
  ).toEqual([
    { code: 'base', cents: 2300, detail: 'zone 8, up to 70 lb' },
    { code: 'oversize', cents: 1600, detail: 'length over 48 in' },
    { code: 'residential', cents: 425, detail: 'the recipient is not a company' },
    { code: 'remote', cents: 310, detail: 'to 023' },
    { code: 'declared_value', cents: 188, detail: '1.25 % of the value above 100.00 USD' },
    { code: 'fuel', cents: 753, detail: '16.25 % of the freight' },
    { code: 'tax', cents: 349, detail: '6.25 % of all lines' },
  ])
  expect(linesFor(tariff, { to: to('89501', { company: 'Ben Ltd', state: 'NV' }) })).toEqual([
    { code: 'base', cents: 550, detail: 'zone 1, up to 1 lb' },
    { code: 'minimum', cents: 50, detail: 'at least 6.00 USD' },
    { code: 'fuel', cents: 98, detail: '16.25 % of the freight' },
  ])
})

it('a parcel above a size limit is refused, and so is a cube of 100 inches', () => {
  const at = tables([tariffOf([...ROWS, ...SURCHARGES])])
  for (const [parcel, path] of [
    [{ ...BOX, length: 108.001 }, '/parcel'],
    [{ weight: 2, length: 100, width: 100, height: 100 }, '/parcel'],
    [{ ...BOX, weight: 70.001 }, '/parcel/weight'],
  ] as const)
    expect(amountOf({ parcel }, at)).toMatchObject([{ path, rule: 'maximum' }])
  expect(amountOf({ parcel: { ...BOX, length: 108 } }, at)).toBeTypeOf('number')
})

it('a parcel on its way is priced at any size and goes with the only carrier', () => {
  const at = tables([tariffOf([...ROWS, ...SURCHARGES])])
  const huge = { weight: 200, length: 100, width: 100, height: 100 }
  expect(correctionCents({ ...facts(), carrier: 'ups' }, huge, at)).toBeGreaterThan(10_000)
  expect(cheapestCarrier(facts({ parcel: huge }), at)).toBe('ups')
})

it('a tariff replaces the rate card from its effective day on; the rate card counts before', () => {
  const [older, newer] = ['2026-11-10', '2026-11-20'].map((effective_on, i) =>
    tariffOf([zone('*', '*', 1), rate(1, 70, 1000 * (i + 1))], { effective_on }),
  ) as [Tariff, Tariff]
  const on = (today: string) => amountOf({}, tables([newer, older], today))
  expect([on('2026-11-09'), on('2026-11-10'), on('2026-11-19'), on('2026-11-20')]).toEqual([750, 1000, 1000, 2000])
  expect(amountOf({ service_level: 'express' }, tables([older]))).toMatchObject([{ path: '/to/country' }])
})

it.each([
  ['a gap between breaks', [zone('*', '*', 1), zone('895', '895', 2), rate(1, 1, 5), rate(1, 5, 9), rate(2, 1, 6)], 5, 'gap'],
  ['a zone without prices', [zone('*', '*', 1), zone('895', '895', 2), rate(1, 1, 5)], 3, 'gap'],
  ['an origin that does not reach a destination', [zone('895', '895 430', 1), zone('430', '430', 1), rate(1, 1, 5)], 3, 'gap'],
  ['a pair with two zones', [zone('*', '*', 1), zone('890-899', '020', 1), zone('895', '019-021', 1), rate(1, 1, 5)], 4, 'overlap'],
  ['a break with two prices', [zone('*', '*', 1), rate(1, 1, 5), rate(1, 1, 6)], 4, 'overlap'],
  ['a heavier parcel that costs less', [zone('*', '*', 1), rate(1, 5, 4), rate(1, 1, 5)], 3, 'falls'],
  ['a farther zone that costs less', [zone('*', '*', 1), zone('895', '895', 2), rate(1, 1, 5), rate(2, 1, 4)], 5, 'falls'],
  [
    'a larger parcel that costs less',
    [
      zone('*', '*', 1),
      rate(1, 1, 5),
      row('size', { measure: 'length', value: 9 }),
      row('size', { measure: 'length', value: 10, cents: of(5) }),
    ],
    5,
    'falls',
  ],
  ['two fuel surcharges', [zone('*', '*', 1), rate(1, 1, 5), row('fuel', { percent: 1 }), row('fuel', { percent: 2 })], 5, 'duplicate'],
  [
    'a remote place that is listed twice',
    [zone('*', '*', 1), rate(1, 1, 5), row('remote', { to: '010-020', cents: of(1) }), row('remote', { to: '020', cents: of(1) })],
    5,
    'overlap',
  ],
  ['no zones', [rate(1, 1, 5)], 2, 'gap'],
  ['no prices', [zone('*', '*', 1)], 2, 'gap'],
  ['a table with too many pairs', [zone('A0A-Z9Z', 'A0A-Z9Z', 1), rate(1, 1, 5)], 2, 'too_many'],
] as const)('a table is refused with the row and the reason: %s', (_, rows, line, code) => {
  const { faults } = compile(rows as readonly TariffRow[], code === 'too_many' ? { country: 'CA' } : {})
  expect(faults[0]).toMatchObject({ row: line, code })
  expect(faults).toHaveLength(1)
})

// Valid tables: prices never fall with weight or zone.
const steps = (most: number) => fc.array(fc.integer({ min: 0, max: most }), { minLength: 4, maxLength: 4 })
const percent = fc.integer({ min: 0, max: 30_000 })
const accepted = fc
  .record({
    weights: steps(900),
    zones: steps(900),
    fuel: percent,
    tax: percent,
    declared: percent,
    least: fc.nat(4000),
    over: fc.nat(2000),
    more: fc.nat(2000),
  })
  .map(({ weights, zones, fuel, tax, declared, least, over, more }) => {
    const sum = (list: number[], to: number) => list.slice(0, to).reduce((all, one) => all + one, 0)
    return tariffOf([
      ...['895', '430', '021', '*'].map((prefix, i) => zone('895', prefix, i + 1)),
      ...[1, 2, 3, 4].flatMap((number) =>
        [1, 5, 20, 70].map((value, i) => rate(number, value, 100 + sum(weights, i + 1) + sum(zones, number) * (i + 1))),
      ),
      row('minimum', { service_level: 'standard', cents: of(least) }),
      row('size', { measure: 'length', value: 20, cents: of(over) }),
      row('size', { measure: 'length', value: 30, cents: of(over + more) }),
      row('size', { measure: 'girth', value: 60, cents: of(over) }),
      row('fuel', { percent: fuel }),
      row('declared', { value: 100, percent: declared }),
      row('tax', { to: '*', percent: tax }),
    ])
  })
const side = fc.integer({ min: 1, max: 40_000 }).map((thousandths) => thousandths / 1000)
const parcels = fc.record({ weight: side, length: side, width: side, height: side })
const PLACES = ['89501', '43004', '02108', '10001']

it('a price never falls as weight, size, zone or value grows, and equals its lines', () => {
  fc.assert(
    fc.property(
      accepted,
      parcels,
      parcels,
      fc.nat(3),
      fc.nat(3),
      fc.nat(50_000),
      fc.nat(50_000),
      (tariff, small, more, near, farther, value, worth) => {
        const large = {
          weight: small.weight + more.weight,
          length: small.length + more.length,
          width: small.width + more.width,
          height: small.height + more.height,
        }
        const at = tables([tariff])
        const cost = (parcel: Parcel, distance: number, declared_value: number): number => {
          const asked = facts({ to: to(PLACES[distance] as string), parcel, declared_value: of(declared_value) })
          const lines = linesFor(tariff, asked) ?? []
          const sum = toMinorUnits(totalOf(lines))
          expect(lines.every(({ cents }) => Number.isInteger(cents) && !isNegative(cents))).toBe(true)
          const quote = price(asked, at)
          if (!isRefusal(quote)) expect(quote.amount).toBe(sum)
          return isRefusal(quote) ? Number.POSITIVE_INFINITY : sum
        }
        const least = cost(small, Math.min(near, farther), Math.min(value, worth))
        expect(cost(large, Math.min(near, farther), Math.min(value, worth))).toBeGreaterThanOrEqual(least)
        expect(cost({ ...small, weight: large.weight }, near, value)).toBeGreaterThanOrEqual(cost(small, near, value))
        expect(cost(small, Math.max(near, farther), value)).toBeGreaterThanOrEqual(cost(small, Math.min(near, farther), value))
        expect(cost(small, near, Math.max(value, worth))).toBeGreaterThanOrEqual(cost(small, near, Math.min(value, worth)))
      },
    ),
    { numRuns: 400 },
  )
})

it('without a tariff in force, the price of the rate card is unchanged', () => {
  fc.assert(
    fc.property(parcels, (parcel) => {
      const none = price(facts({ parcel }), RATES)
      expect(price(facts({ parcel }), tables([tariffOf(ROWS, { effective_on: '2027-01-01' })]))).toEqual(none)
      expect(price(facts({ parcel }), { ...RATES, today: '2026-11-20', tariffs: new Map() })).toEqual(none)
    }),
  )
})
